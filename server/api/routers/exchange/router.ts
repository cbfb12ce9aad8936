import { router } from "../../trpc";
import { exportFiles } from "./export";
import { importFiles } from "./import";
import { list } from "./list";
import { members } from "./members";
import { preview } from "./preview";

export const exchangeRouter = router({ export: exportFiles, preview, import: importFiles, list, members });
