import { router } from "../../trpc";
import { check } from "./check";
import { edit } from "./edit";
import { exportFile } from "./export";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { merge } from "./merge";
import { record } from "./record";
import { reopen } from "./reopen";
import { resolve } from "./resolve";
import { split } from "./split";
import { undo } from "./undo";
import { unmerge } from "./unmerge";

export const failuresRouter = router({
  list,
  history,
  export: exportFile,
  get,
  check,
  record,
  edit,
  resolve,
  reopen,
  merge,
  unmerge,
  split,
  undo,
});
