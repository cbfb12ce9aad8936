import type { Hit } from "@/server/core/search/everything-view";

/** A text in pieces, of which those that the search found are marked by weight and a line, not by colour alone. */
export function Marked({ pieces }: { pieces: Hit["title"] }) {
  return pieces.map(({ text, isMarked }, at) => {
    const key = `${at}-${text}`;
    return isMarked ? (
      <mark
        key={key}
        className="bg-transparent font-semibold text-ink underline decoration-accent decoration-[1.5px] underline-offset-3"
      >
        {text}
      </mark>
    ) : (
      <span key={key}>{text}</span>
    );
  });
}
