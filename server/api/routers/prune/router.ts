import { router } from "../../trpc";
import { applied } from "./applied";
import { blocked } from "./blocked";
import { get } from "./get";
import { list } from "./list";
import { preview } from "./preview";
import { run } from "./run";
import { telemetry } from "./telemetry";

export const pruneRouter = router({ preview, run, applied, list, get, blocked, telemetry });
