import { MAX_FILES_PER_PART } from "@/server/core/files/index-part";
import type { ProjectName } from "../projects/find-project";
import { type Api, toFault } from "../upload/api";
import type { ProjectIndex } from "./build-index";

/** Bodies beyond the server's limit would be refused; this leaves room. */
const MAX_PART_CHARACTERS = 2_000_000;
const MAX_RULES_PER_PART = 100;

export interface SentIndex {
  readonly files: number;
  /** Files of earlier indexes that are gone. */
  readonly removed: number;
}

/** Sends an index by parts. Each part may be sent again, so a server that is away for a while loses nothing. */
export async function sendIndex(
  api: Api,
  project: ProjectName,
  index: ProjectIndex,
  { head, branch, onSent }: { head: string | null; branch: string | null; onSent: (files: number) => void },
): Promise<SentIndex> {
  try {
    const { id } = await api.files.indexStart.mutate({ ...project, head, branch });
    let sent = 0;
    for (const files of partsOf(index.files)) {
      await api.files.indexPart.mutate({ ...project, id, files });
      sent += files.length;
      onSent(sent);
    }
    for (let at = 0; at < index.rules.length; at += MAX_RULES_PER_PART) {
      const rules = index.rules.slice(at, at + MAX_RULES_PER_PART);
      await api.files.indexPart.mutate({ ...project, id, rules });
    }
    return await api.files.indexFinish.mutate({ ...project, id, files: index.files.length });
  } catch (error) {
    throw toFault(error);
  }
}

/** Pieces that are small enough in number and in size. */
export function* partsOf<File extends object>(files: readonly File[]): Generator<File[]> {
  let part: File[] = [];
  let characters = 0;
  for (const file of files) {
    const size = JSON.stringify(file).length;
    if (part.length > 0 && (part.length === MAX_FILES_PER_PART || characters + size > MAX_PART_CHARACTERS)) {
      yield part;
      part = [];
      characters = 0;
    }
    part.push(file);
    characters += size;
  }
  if (part.length > 0) yield part;
}
