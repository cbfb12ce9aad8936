import type { InboxList } from "@/server/core/handoffs/inbox";

export const LIST_WORDS: Readonly<Record<InboxList, string>> = {
  me: "For me",
  next: "Next session",
  team: "Team",
  mine: "Mine",
  all: "All",
};

/** What a list without notes says. */
export const EMPTY_WORDS: Readonly<Record<InboxList, string>> = {
  me: "Nothing is waiting for you. Notes that are addressed to you or claimed by you stand here until somebody acknowledges them.",
  next: "No note waits for the next session. One is composed of every session that did something.",
  team: "No note waits for the team. Address one to the team to put it here.",
  mine: "No note comes from a session of yours, and you wrote none.",
  all: "No handoff notes yet. One is composed of every session that did something, as soon as it is analysed.",
};

type Addressed = { addressedTo: string; addressee: string | null; isYou: boolean };

/** Who a note is for, in words that follow "to". */
export function addresseeWord({ addressedTo, addressee, isYou }: Addressed): string {
  if (addressedTo === "team") return "the team";
  if (addressedTo !== "member") return "the next session";
  return isYou ? "you" : (addressee ?? "a teammate");
}
