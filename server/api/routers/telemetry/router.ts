import { router } from "../../trpc";
import { agentPage } from "./agent-page";
import { breakdown } from "./breakdown";
import { errorChains } from "./error-chains";
import { exportCsv } from "./export";
import { facets } from "./facets";
import { findings } from "./findings";
import { heatMap } from "./heat-map";
import { overview } from "./overview";
import { skillPage } from "./skill-page";
import { skillUse } from "./skill-use";
import { targets } from "./targets";
import { windowUse } from "./window-use";

export const telemetryRouter = router({
  overview,
  facets,
  findings,
  breakdown,
  heatMap,
  windowUse,
  targets,
  errorChains,
  skillUse,
  agentPage,
  skillPage,
  export: exportCsv,
});
