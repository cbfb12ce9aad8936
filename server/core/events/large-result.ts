/** What an agent is told of a result that fills its window: what to ask itself, and what to do. */
export function largeResultMessage(tokens: number): string {
  return (
    `This result has ${tokens.toLocaleString("en-US")} tokens. Needed in the next five turns? Keep it. ` +
    "Else narrow the call, summarize the result, or write it to a file and read the part you need."
  );
}
