import type { Alternative } from "../decisions/draft";
import type { AuthorView, EvidenceView } from "../decisions/views";

/** Records as files carry them: no ids of this server, no version counts, times as ISO strings. */

export interface PortableHead {
  /** Null when the file names the record in a form of its own; `key` tells them apart. */
  readonly number: number | null;
  /** As the file names it: `DEC-012`, `auth-refresh-2026-06-10`. */
  readonly key: string;
  readonly title: string;
  /** Empty when the file does not say. */
  readonly status: string;
  readonly author: AuthorView;
  /** When the version was written; empty when the file does not say. */
  readonly recordedAt: string;
}

export interface PortableDecision extends PortableHead {
  /** Number of the session that it comes from, in the project that wrote the file. */
  readonly session: number | null;
  readonly decidedOn: string | null;
  readonly context: string;
  readonly decision: string;
  readonly reasoning: string;
  readonly alternatives: readonly Alternative[];
  readonly impact: string;
  readonly reversible: string;
  readonly risk: string;
  readonly confidence: string;
  readonly assumptions: readonly string[];
  readonly affectedPaths: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
  readonly links: readonly EvidenceView[];
  readonly supersedes: readonly number[];
  readonly amends: readonly number[];
}

export interface PortableFailure extends PortableHead {
  readonly type: string;
  readonly description: string;
  readonly approach: string;
  readonly rootCause: string;
  readonly fix: string;
  readonly affectedPaths: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
  readonly fingerprint: string;
  readonly occurrences: number;
  readonly sessions: number;
  readonly agents: readonly string[];
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
  readonly mergedInto: number | null;
}

export interface PortableConstraint extends PortableHead {
  readonly rule: string;
  readonly reason: string;
  readonly affectedPaths: readonly string[];
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
}

export interface PortablePreference extends PortableHead {
  readonly text: string;
  readonly tags: readonly string[];
  readonly evidence: readonly EvidenceView[];
}

/** A summary or a handoff: its text is the record. */
export interface PortableText extends PortableHead {
  readonly markdown: string;
}

/** Something in a file that could not be read, and what to do about it. The rest of the file is kept. */
export interface ReadProblem {
  readonly file: string;
  /** From 1; null when the whole file is meant. */
  readonly line: number | null;
  readonly field: string | null;
  readonly message: string;
}

/** One record of a file, with the line that it begins on. */
export interface Located<T> {
  readonly value: T;
  readonly file: string;
  readonly line: number;
}

export interface ReadRecords<T> {
  readonly records: readonly Located<T>[];
  readonly problems: readonly ReadProblem[];
}

export const NOBODY: AuthorView = { kind: "", name: "" };
