import { router } from "../../trpc";
import { exportCsv } from "./export";
import { list } from "./list";

export const auditRouter = router({ list, export: exportCsv });
