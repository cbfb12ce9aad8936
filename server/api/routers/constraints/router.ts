import { router } from "../../trpc";
import { accept } from "./accept";
import { edit } from "./edit";
import { exportFile } from "./export";
import { forPaths } from "./for-paths";
import { get } from "./get";
import { list } from "./list";
import { record } from "./record";
import { restore } from "./restore";
import { retire } from "./retire";
import { undo } from "./undo";

export const constraintsRouter = router({
  list,
  forPaths,
  export: exportFile,
  get,
  record,
  edit,
  accept,
  retire,
  restore,
  undo,
});
