/** Two failed runs, and whether a person calls them one failure. Written by hand after what tools really print. */
export interface LabelledPair {
  readonly what: string;
  readonly one: Run;
  readonly other: Run;
  readonly isOne: boolean;
}
export interface Run {
  readonly command: string;
  readonly out: string;
  readonly exit: number;
}

export function pair(
  isOne: boolean,
  what: string,
  command: string,
  one: string,
  other: string,
  exit = 1,
): LabelledPair {
  return { what, isOne, one: { command, out: one, exit }, other: { command, out: other, exit } };
}

/** Another command with the same output, or the same question asked in another way. */
export function asked(isOne: boolean, what: string, commands: readonly [string, string], out: string): LabelledPair {
  const [one, other] = commands.map((command) => ({ command, out, exit: 1 }));
  if (!one || !other) throw new Error("A pair has two commands.");
  return { what, isOne, one, other };
}

export const TS = "error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.";
