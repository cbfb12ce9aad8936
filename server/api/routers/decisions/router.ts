import { router } from "../../trpc";
import { accept } from "./accept";
import { attention } from "./attention";
import { citedBy } from "./cited-by";
import { confirm } from "./confirm";
import { deprecate } from "./deprecate";
import { dismissFlag } from "./dismiss-flag";
import { due } from "./due";
import { edit } from "./edit";
import { exportFile } from "./export";
import { flags } from "./flags";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { merge } from "./merge";
import { propose } from "./propose";
import { queue } from "./queue";
import { record } from "./record";
import { reject } from "./reject";
import { restoreFlag } from "./restore-flag";
import { similar } from "./similar";
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
  attention,
  citedBy,
  confirm,
  dismissFlag,
  due,
  flags,
  merge,
  queue,
  restoreFlag,
  similar,
});
