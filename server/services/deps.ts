import type { Database, TenantSql } from "../db/client";
import type { Embeddings } from "./search/embeddings";
import type { SummaryModel } from "./summaries/summary-model";

/** The world that a use case needs, as an argument: tests give it a fixed clock. */
export interface Deps {
  readonly db: Database;
  readonly clock: { now(): Date };
  readonly ids: { next(): string };
  readonly log: Log;
  /** Writes summaries instead of the rules, where an owner has set one up. */
  readonly summaryModel?: SummaryModel;
  /** Helps the search to find texts by their meaning, where an owner has set a model up. */
  readonly embeddings?: Embeddings;
  /** Hands work to the worker; never does it in the request. */
  readonly jobs: {
    analyseSession(teamId: string, sessionId: string): Promise<void>;
    /** Looks for drift among a project's decisions once it has settled; in the caller's transaction where one is given. */
    findDrift(scope: { readonly teamId: string; readonly projectId: string }, sql?: TenantSql): Promise<void>;
  };
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
