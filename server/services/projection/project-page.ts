import type { ProjectScope } from "@/server/core/access/scope";
import { cutText } from "@/server/core/events/clean";
import { type Piece, piecesOf } from "@/server/core/projection/pieces";
import { ok, type Result } from "@/server/core/result";
import type { Deps } from "../deps";
import { type ProjectSession, projectionSource, type ResidencySource } from "./project-session";

export interface ProjectPage extends ProjectSession {
  /** First piece, by its place in the projection. */
  readonly from: number;
  readonly limit: number;
}

export interface ShownPiece extends Piece {
  readonly at: number;
  /** Of the whole text; what is shown of a longer one is cut. */
  readonly characters: number;
}

export interface ProjectionPage {
  /** The session's, so that pages of two moments are not read as one. */
  readonly revision: number;
  readonly residencies: ResidencySource | "full";
  readonly tokens: number;
  readonly omittedEvents: number;
  readonly pieces: readonly ShownPiece[];
  readonly total: number;
  readonly nextAt: number | null;
}

const MAX_PAGE_CHARACTERS = 400_000;
const MAX_PIECE_CHARACTERS = 40_000;

/** The same projection as `projectSession` gives, some pieces at a time. Faults: `not_found`. */
export async function projectPage(
  deps: Deps,
  scope: ProjectScope,
  input: ProjectPage,
): Promise<Result<ProjectionPage>> {
  const found = await projectionSource(deps, scope, input);
  if (!found.ok) return found;
  const { source, residencies, revision } = found.value;
  const all = piecesOf(source, input.thread, input.format);
  const pieces = pageOf(all, input);
  const end = input.from + pieces.length;
  return ok({
    revision,
    residencies,
    tokens: source.items.reduce((sum, item) => sum + item.tokens, 0),
    omittedEvents: source.omittedEvents ?? 0,
    pieces,
    total: all.length,
    nextAt: end < all.length ? end : null,
  });
}

/** At least one piece, and no more characters than a page shows at ease. */
function pageOf(all: readonly Piece[], { from, limit }: ProjectPage): ShownPiece[] {
  const page: ShownPiece[] = [];
  let characters = 0;
  for (const [offset, piece] of all.slice(from, from + limit).entries()) {
    const text = cutText(piece.text, MAX_PIECE_CHARACTERS);
    characters += text.length;
    if (page.length > 0 && characters > MAX_PAGE_CHARACTERS) break;
    page.push({ ...piece, text, at: from + offset, characters: piece.text.length });
  }
  return page;
}
