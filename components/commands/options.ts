import { completionsOf } from "@/server/core/commands/complete";

export interface BarOption {
  /** What the field holds once it is chosen. */
  readonly text: string;
  readonly label: string;
  readonly detail: string;
  readonly group: "Recent" | "Commands" | "Values";
  /** Choosing it runs it: nothing more has to be written. */
  readonly isWhole: boolean;
}

export interface BarOptions {
  readonly options: readonly BarOption[];
  readonly usage: string | null;
  readonly summary: string | null;
}

const RECENT_SHOWN = 4;

/** What the bar lists under a phrase: what was run last while it is empty, then what may follow. */
export function barOptions(phrase: string, history: readonly string[]): BarOptions {
  const { options, usage, summary } = completionsOf(phrase);
  const group = usage === null ? "Commands" : "Values";
  const recent = history.filter((one) => phrase.trim() === "" || (one !== phrase && one.startsWith(phrase)));
  return {
    usage,
    summary,
    options: [
      ...recent
        .slice(0, RECENT_SHOWN)
        .map((text): BarOption => ({ text, label: text, detail: "", group: "Recent", isWhole: true })),
      ...options.map((option): BarOption => ({ ...option, group })),
    ],
  };
}
