import { router } from "../../trpc";
import { accept } from "./accept";
import { deprecate } from "./deprecate";
import { edit } from "./edit";
import { exportFile } from "./export";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { propose } from "./propose";
import { record } from "./record";
import { reject } from "./reject";
import { supersede } from "./supersede";
import { undo } from "./undo";

export const decisionsRouter = router({
  list,
  history,
  export: exportFile,
  get,
  record,
  edit,
  propose,
  accept,
  reject,
  deprecate,
  supersede,
  undo,
});
