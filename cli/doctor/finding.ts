/** What one check found. `wrong` makes the doctor end with 1; `note` is worth knowing; `skipped` could not be looked at. */
export interface Finding {
  readonly check: string;
  readonly state: "ok" | "note" | "wrong" | "skipped";
  /** One sentence or two. */
  readonly says: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
}

export function ok(check: string, says: string): Finding {
  return { check, state: "ok", says, remedy: null };
}

export function note(check: string, says: string, remedy: string | null = null): Finding {
  return { check, state: "note", says, remedy };
}

export function wrong(check: string, says: string, remedy: string): Finding {
  return { check, state: "wrong", says, remedy };
}

export function skipped(check: string, why: string): Finding {
  return { check, state: "skipped", says: why, remedy: null };
}
