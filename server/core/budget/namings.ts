import type { Entry } from "../prune/timeline";

const SEPARATORS = /[\s"'`()[\]<>,;:!?]+/;

/** How many messages of people and agents name a file or a record. */
export class Namings {
  private readonly counts = new Map<string, number>();

  constructor(entries: readonly Entry[]) {
    for (const { event } of entries) {
      if (event.kind !== "user_prompt" && event.kind !== "assistant_message") continue;
      for (const name of namesIn(event.text)) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }

  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  /** By its last part, which is what people write; a name without a dot is a word like others. */
  ofPath(path: string): number {
    const name = lastPart(path);
    return name.includes(".") ? this.of(name) : 0;
  }
}

function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const word of text.split(SEPARATORS)) {
    const name = lastPart(word.replace(/^@|\.+$/g, ""));
    if (name.includes(".") || /^[A-Z]+-\d+$/.test(name)) names.add(name);
  }
  return names;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
