import { router } from "../../trpc";
import { event } from "./event";
import { eventText } from "./event-text";
import { exportCsv } from "./export";
import { find } from "./find";
import { get } from "./get";
import { list } from "./list";
import { outline } from "./outline";
import { resolveRef } from "./resolve-ref";
import { timeline } from "./timeline";

export const sessionsRouter = router({
  list,
  get,
  timeline,
  outline,
  find,
  event,
  eventText,
  resolveRef,
  export: exportCsv,
});
