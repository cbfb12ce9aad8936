import { router } from "../../trpc";
import { exportCsv } from "./export";
import { facets } from "./facets";
import { overview } from "./overview";

export const telemetryRouter = router({ overview, facets, export: exportCsv });
