import { Fragment, type ReactNode } from "react";

/** A sentence in which what stands between backticks is code. */
export function words(sentence: string): ReactNode {
  return sentence.split("`").map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never move.
    at % 2 === 1 ? <code key={at}>{part}</code> : <Fragment key={at}>{part}</Fragment>,
  );
}
