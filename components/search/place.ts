import { SEARCH_KINDS, type SearchKind } from "@/server/core/search/fields";
import { MAX_QUERY_CHARACTERS } from "@/server/core/search/parse-query";
import { type Base, projectHref } from "../telemetry/links";

/** What the address of a search says. */
export interface SearchPlace {
  readonly query: string;
  /** One kind only; null shows all. */
  readonly kind?: SearchKind | null;
  /** Misspelt words are looked for as they are. */
  readonly exact?: boolean;
  readonly cursor?: string | null;
}

export function searchHref(base: Base, { query, kind, exact, cursor }: SearchPlace): string {
  const params = new URLSearchParams();
  if (query !== "") params.set("q", query);
  if (kind) params.set("kind", kind);
  if (exact) params.set("exact", "1");
  if (cursor) params.set("after", cursor);
  const written = params.toString();
  return `${projectHref(base)}/search${written === "" ? "" : `?${written}`}`;
}

/** Names that are not known count as not said. */
export function readSearchPlace(params: URLSearchParams): Required<SearchPlace> {
  return {
    query: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, MAX_QUERY_CHARACTERS),
    kind: SEARCH_KINDS.find((known) => known === params.get("kind")) ?? null,
    exact: params.get("exact") === "1",
    cursor: params.get("after"),
  };
}
