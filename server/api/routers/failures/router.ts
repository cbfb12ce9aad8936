import { router } from "../../trpc";
import { edit } from "./edit";
import { exportFile } from "./export";
import { get } from "./get";
import { history } from "./history";
import { list } from "./list";
import { record } from "./record";
import { reopen } from "./reopen";
import { resolve } from "./resolve";
import { undo } from "./undo";

export const failuresRouter = router({ list, history, export: exportFile, get, record, edit, resolve, reopen, undo });
