import { inShort } from "../budget/start-line";
import type { DuringView } from "./views";

/** How full the window is and what to do, as an agent is told during a session. */
export function duringMarkdown(view: Omit<DuringView, "markdown">): string {
  const { window, usage, reclaimableTokens, advice, relief, flags, check } = view;
  const full =
    usage.share === null || window.tokens === null
      ? `The window holds ${inShort(usage.tokens)} tokens; its size is unknown.`
      : `The window is ${Math.round(usage.share * 100)} % full: ${inShort(usage.tokens)} of ${inShort(window.tokens)} tokens.`;
  const reclaimable = reclaimableTokens ? ` ${inShort(reclaimableTokens)} of them could go.` : "";
  const lines = [
    `${full}${reclaimable}`,
    advice === null
      ? "Nothing is to be done now."
      : `**${advice.atOnce ? "At once" : "Now"}: ${advice.command}.** ${advice.why}`,
    ...relief.map(
      ({ why, command, tokens }) => `- ${command}: ${why}${tokens > 0 ? ` (${inShort(tokens)} tokens)` : ""}`,
    ),
    ...flags.map(({ id, message }) => `- ${id}: ${message}`),
    `Ask again at turn ${check.nextTurn}.`,
  ];
  return `${lines.join("\n\n")}\n`;
}
