import { router } from "../../trpc";
import { event } from "./event";
import { explain } from "./event-explain";
import { eventText } from "./event-text";
import { exportFile } from "./export";
import { facets } from "./facets";
import { find } from "./find";
import { get } from "./get";
import { landmarks } from "./landmarks";
import { list } from "./list";
import { live } from "./live";
import { neighbours } from "./neighbours";
import { outline } from "./outline";
import { remove } from "./remove";
import { resolveRef } from "./resolve-ref";
import { timeline } from "./timeline";

export const sessionsRouter = router({
  list,
  get,
  timeline,
  live,
  outline,
  find,
  facets,
  landmarks,
  neighbours,
  event,
  explain,
  eventText,
  resolveRef,
  remove,
  export: exportFile,
});
