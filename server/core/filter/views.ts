import { z } from "zod";
import { STAGES } from "../events/kinds";
import { CATEGORIES } from "./categories";
import { FILTER_RULES } from "./stage-filter";

export const CategoryName = z.enum(CATEGORIES);
export const CatalogueKind = z.enum(["rule", "skill"]);

export const CatalogueItemView = z.object({
  kind: CatalogueKind,
  name: z.string(),
  path: z.string().nullable(),
  /** Null when nothing tells what it is about. */
  category: z.string().nullable(),
  /** Who said so: a person, or a word in its name. */
  categoryWhy: z.string(),
  categorySet: z.boolean(),
  /** An estimate. */
  tokens: z.int(),
  /** The first digits of the SHA-256 of its text. */
  hash: z.string(),
  version: z.int(),
  loads: z.int(),
  firstSeenAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type CatalogueItemView = z.infer<typeof CatalogueItemView>;

export const LoadItem = z.object({
  ...CatalogueItemView.pick({ kind: true, name: true, path: true, category: true, tokens: true, version: true }).shape,
  rule: z.enum(FILTER_RULES),
  why: z.string(),
  /** The session has it in its window already. */
  inWindow: z.boolean(),
});
export type LoadItem = z.infer<typeof LoadItem>;

export const LoadRule = z.object({ ref: z.string(), text: z.string(), tokens: z.int() });
export type LoadRule = z.infer<typeof LoadRule>;

export const LoadView = z.object({
  stage: z.enum(STAGES),
  /** `asked` by the caller, `told` by the client, `inferred` from what the session did, or the `default`. */
  stageSource: z.enum(["asked", "told", "inferred", "default"]),
  window: z.object({ tokens: z.int(), source: z.enum(["told", "model", "assumed"]) }),
  policyVersion: z.int(),
  limitTokens: z.int(),
  /** What the project keeps to, as it is told: constraints first. */
  rules: z.array(LoadRule),
  /** `PREF-007` of rules that have no room. */
  rulesOffered: z.array(z.string()),
  now: z.array(LoadItem),
  waits: z.array(LoadItem),
  tokens: z.object({
    /** To be loaded, without what the window holds already. */
    now: z.int(),
    /** Of the rules that are told. */
    rules: z.int(),
    /** In the window already: it costs nothing more. */
    held: z.int(),
    deferred: z.int(),
    offered: z.int(),
  }),
});
export type LoadView = z.infer<typeof LoadView>;
