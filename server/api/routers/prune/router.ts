import { router } from "../../trpc";
import { applied } from "./applied";
import { blocked } from "./blocked";
import { diff } from "./diff";
import { get } from "./get";
import { list } from "./list";
import { preview } from "./preview";
import { run } from "./run";
import { telemetry } from "./telemetry";
import { undo } from "./undo";

export const pruneRouter = router({ preview, diff, run, undo, applied, list, get, blocked, telemetry });
