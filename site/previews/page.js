// Previews of references on the pages of the site.

import { preview } from "../linker/preview.js";
import { CITING } from "./cited.js";

preview(CITING);
