// Previews of references on the pages of the site: they begin when the script is there.

import { preview } from "../linker/preview.js";
import { CITING } from "./cited.js";

preview(CITING);
