import { router } from "../../trpc";
import { accept } from "./accept";
import { edit } from "./edit";
import { exportFile } from "./export";
import { get } from "./get";
import { list } from "./list";
import { record } from "./record";
import { restore } from "./restore";
import { retire } from "./retire";
import { undo } from "./undo";

export const preferencesRouter = router({ list, export: exportFile, get, record, edit, accept, retire, restore, undo });
