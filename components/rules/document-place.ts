import { DocumentPath } from "@/server/core/rules/document";

/** What the address of the documents shows: `?path=AGENTS.md&view=raw`, `?path=PLAN.md&diff=1-2`, `?removed=1`. */
export interface DocumentPlace {
  readonly path: string | null;
  readonly isRaw: boolean;
  readonly diff: readonly [number, number] | null;
  readonly isRemoved: boolean;
  readonly cursor: string | null;
}

/** What makes no sense counts as not said. */
export function readDocumentPlace(read: (name: string) => string | null): DocumentPlace {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(read("diff") ?? "") ?? [];
  return {
    path: pathOf(read("path")),
    isRaw: read("view") === "raw",
    diff: from === undefined || to === undefined ? null : [Number(from), Number(to)],
    isRemoved: read("removed") === "1",
    cursor: pathOf(read("after")),
  };
}

function pathOf(text: string | null): string | null {
  return DocumentPath.safeParse(text).data ?? null;
}
