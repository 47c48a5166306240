// The pages that lead from what happened to the ruling: what is still due, and the questions of a procedure.

import { listDue } from "../decide/due.js";
import { lead } from "../decide/flow.js";

const [due, flow] = [document.querySelector(".kb-due"), document.querySelector(".kb-flow")];
if (due) listDue(due);
if (flow) lead(flow);
