import { createHash } from "node:crypto";

/** A statement that each connection plans once: its name follows from its text, so that no two can clash. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** `label` also stands in the text as a comment, which names the statement in Postgres' own statistics and logs. */
export function statement(label: string, sql: string): Statement {
  const text = `/* ${label} */ ${sql}`;
  return { name: `${label}:${createHash("sha256").update(text).digest("hex").slice(0, 12)}`, text };
}
