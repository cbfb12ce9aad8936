const ADDRESSEES: Readonly<Record<string, string>> = {
  "next-session": "the next session",
  team: "the team",
  member: "a teammate",
};

/** Who a note is for, in words. */
export function addresseeWord(addressedTo: string): string {
  return ADDRESSEES[addressedTo] ?? addressedTo;
}
