import { isLogFile } from "../../events/paths";
import type { SessionEvent } from "../../prune/model";
import { failed, succeeded } from "../../prune/outcome";
import { ctx, type SuggestionRule } from "./rule";

const LOG_COMMAND = /\b(journalctl|dmesg|(?:docker|podman|kubectl|heroku|fly|pm2)(?: compose)? logs?|\S+\.log\b)/;
/** A time or a level in front, as loggers write them. */
const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL)\b|[A-Z][a-z]{2} +\d+ \d\d:\d\d:\d\d)/;
const MIN_LINES = 8;
const MIN_SHARE = 0.5;
const MAX_LINES = 400;

/** What a logger wrote: asked for as a log, read from its file, or most of its lines begin like one. */
export function isLog({ command, toolClass, target, text }: SessionEvent): boolean {
  if (toolClass === "source_read") return target !== null && isLogFile(target);
  if (toolClass !== "shell" && toolClass !== "other") return false;
  if (command !== null && LOG_COMMAND.test(command)) return true;
  const lines = text.split("\n", MAX_LINES).filter((line) => line.trim() !== "");
  return lines.length >= MIN_LINES && lines.filter((line) => LOG_LINE.test(line)).length >= lines.length * MIN_SHARE;
}

/** A log, once a newer one was read or the work that read it has ended. Its errors stay as kept meaning. */
export const logOutput: SuggestionRule = {
  id: "suggest.log-output",
  rank: 1,
  judge(entry, window) {
    if (!isLog(entry.event) || failed(entry.event)) return null;
    const again = window.askedAgain(entry);
    if (again && succeeded(again.event)) {
      return { to: "retained", why: `The log was read again at ${ctx(again)}.`, evidence: [again.event.ref] };
    }
    const review = window.endOfWorkBehind(entry);
    if (review === null) return null;
    return { to: "retained", why: `The work that read this log has ended (${review.kind}).`, evidence: [] };
  },
};
