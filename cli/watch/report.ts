import path from "node:path";
import { count, say } from "../output";
import type { AppendAnswer } from "../upload/api";

/** What a watch tells, line by line; also the form of `--json`. */
export type WatchEvent =
  | { readonly type: "watching"; readonly folders: readonly string[]; readonly server: string }
  | {
      readonly type: "uploaded";
      readonly file: string;
      readonly accepted: number;
      readonly duplicates: number;
      readonly session: number;
      readonly project: string;
      readonly url: string;
      readonly usage: AppendAnswer["usage"];
      readonly reclaimableTokens: number;
    }
  | { readonly type: "advice"; readonly session: number; readonly why: string; readonly command: string }
  | { readonly type: "large-result"; readonly session: number; readonly id: string; readonly message: string }
  | { readonly type: "problem"; readonly file: string | null; readonly message: string }
  | { readonly type: "waiting"; readonly message: string }
  | { readonly type: "stopped"; readonly files: number; readonly accepted: number };

export type Tell = (event: WatchEvent) => void;

/** For programs: one JSON object a line, with the time. */
export function tellJson(event: WatchEvent): void {
  say.line(JSON.stringify({ at: new Date().toISOString(), ...event }));
}

/** For people: what was sent on standard output, the rest on standard error. */
export function tellPerson(event: WatchEvent): void {
  const { level, text } = lineOf(event);
  say[level](text);
}

function lineOf(event: WatchEvent): { level: "line" | "note" | "warn" | "error"; text: string } {
  switch (event.type) {
    case "watching":
      return { level: "note", text: `Watching ${event.folders.join(", ")} for ${event.server}. Stop with Ctrl-C.` };
    case "uploaded": {
      const what = `${count(event.accepted, "event")} of ${path.basename(event.file)}`;
      return { level: "line", text: `${clock()} ${event.project} S-${event.session}: ${what}` };
    }
    case "advice":
      return { level: "warn", text: `${clock()} S-${event.session}: ${event.why} (${event.command})` };
    case "large-result":
      return { level: "warn", text: `${clock()} S-${event.session}: ${event.message}` };
    case "problem":
      return { level: "error", text: event.file === null ? event.message : `${event.file}: ${event.message}` };
    case "waiting":
      return { level: "note", text: `${event.message} Trying again.` };
    case "stopped":
      return { level: "note", text: `Sent ${count(event.accepted, "event")} of ${count(event.files, "file")}.` };
  }
}

function clock(): string {
  return new Date().toTimeString().slice(0, 8);
}
