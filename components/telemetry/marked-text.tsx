import { Fragment } from "react";

/** A sentence whose names stand between backticks. Everything is text: names come from strangers' transcripts. */
export function MarkedText({ text }: { text: string }) {
  return text.split("`").map((part, index) => {
    const key = `${index}-${part}`;
    return index % 2 === 1 ? (
      <code key={key} className="font-semibold [overflow-wrap:anywhere]">
        {part}
      </code>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
