// What the linker reads with, for whoever measures or tests it outside of its pages: `kodeksLinker`.

import { codePoints } from "../../site/linker/characters.js";
import { cite, read } from "../../site/linker/cite-document.js";
import { provisionsOfCited } from "../../site/linker/editions.js";
import { viewOf } from "../../site/linker/view.js";

Object.assign(globalThis, { kodeksLinker: { cite, read, codePoints, provisions: provisionsOfCited, viewOf } });
