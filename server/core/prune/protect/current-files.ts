import { RESOLVABLE_KINDS } from "../../events/kinds";
import type { PrunePolicy } from "../model";
import { changesFiles } from "../mutations";
import { pathsOf } from "../paths-of";
import type { Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";
import { upsert } from "../upsert";

const JUDGED: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** How many of the last prompts name the files that are current. */
const NAMING_PROMPTS = 2;

/**
 * Current files: edited or written in the last turns, in the git diff that the client reported last, or named by the
 * last two prompts. Compressing stale ranges leaves what touches them alone; exact repeats and resolved errors may go.
 */
export function currentFiles(changedPaths: ReadonlyMap<string, readonly string[]>): Protection {
  return {
    id: "protect.current-files",
    strength: "delays",
    begin(timeline, policy) {
      const edited = editedLately(timeline, policy);
      const prompts = lastPrompts(timeline);
      const changed = new Map([...changedPaths].map(([thread, paths]) => [thread, new Set(paths)]));
      const isCurrent = (entry: Entry, path: string): boolean =>
        edited.get(entry.context.id)?.has(path) ||
        endsWithOneOf(changed.get(entry.thread.key), path) ||
        isNamed(prompts.get(entry.thread.key), path);
      const known = new Map<number, Map<string, boolean>>();
      return (entry) => {
        if (!entry.inContext || !JUDGED.has(entry.event.kind)) return null;
        const ofContext = upsert(known, entry.context.id, () => new Map<string, boolean>());
        const path = pathsOf(entry).find((one) => upsert(ofContext, one, () => isCurrent(entry, one)));
        if (path === undefined) return null;
        return { reason: `${path} is being worked on.`, pattern: path, evidence: [], onlyAgainst: "compress-stale" };
      };
    },
  };
}

function editedLately(timeline: Timeline, policy: PrunePolicy): ReadonlyMap<number, ReadonlySet<string>> {
  const edited = new Map<number, Set<string>>();
  for (const entry of timeline.entries) {
    if (!entry.inContext || !changesFiles(entry) || entry.ageTurns >= policy.currentFileTurns) continue;
    const paths = upsert(edited, entry.context.id, () => new Set<string>());
    for (const path of pathsOf(entry)) paths.add(path);
  }
  return edited;
}

/** Words of the last prompts, since a file is named by its path or by its name alone. */
function lastPrompts(timeline: Timeline): ReadonlyMap<string, ReadonlySet<string>> {
  const texts = new Map<string, string[]>();
  for (let at = timeline.entries.length - 1; at >= 0; at--) {
    const entry: Entry | undefined = timeline.entries[at];
    if (!entry?.inContext || entry.event.kind !== "user_prompt") continue;
    const list = texts.get(entry.thread.key) ?? [];
    if (list.length < NAMING_PROMPTS) list.push(entry.event.text);
    texts.set(entry.thread.key, list);
  }
  return new Map([...texts].map(([thread, list]) => [thread, wordsOf(list)]));
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  const words = texts.flatMap((text) => text.split(/[\s"'`()<>,;:!?]+/));
  return new Set(words.map((word) => word.replace(/^@|\.+$/g, "")).filter((word) => word !== ""));
}

/** A word with a dot names a file by its name or by the end of its path; a bare word only by the whole of it. */
function isNamed(words: ReadonlySet<string> | undefined, path: string): boolean {
  return words !== undefined && (words.has(path) || endings(path).some((end) => end.includes(".") && words.has(end)));
}

/** Clients report diffs relative to the repository and tool targets by full path, or the other way round. */
function endsWithOneOf(paths: ReadonlySet<string> | undefined, path: string): boolean {
  return paths !== undefined && endings(path).some((end) => paths.has(end));
}

function endings(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, from) => segments.slice(from).join("/"));
}
