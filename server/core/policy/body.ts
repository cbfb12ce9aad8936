import { z } from "zod";
import { STAGES, TOOL_CLASSES } from "../events/kinds";
import type { PrunePolicy } from "../prune/model";

/**
 * What a project saves: a preset and what it changes of it. Only shapes stand here; bounds and what must fit together
 * are in `check.ts`, so that each fault is a sentence. Rows of core and safety files belong to the presets and cannot
 * be taken away; a project adds its own.
 */
export const PRESETS = ["strict", "loose", "seed"] as const satisfies readonly PrunePolicy["preset"][];

const Pattern = z.strictObject({ pattern: z.string(), reason: z.string() });
const PathPattern = Pattern.extend({ category: z.enum(["core", "safety", "project"]).default("project") });
const WindowPatch = z.strictObject({ tokens: z.number(), turns: z.number() }).partial();
const Window = z.strictObject({ tokens: z.number(), turns: z.number() });
const ToolClassName = z.enum(TOOL_CLASSES);
const StagePatch = z.strictObject({ load: z.array(z.string()), defer: z.array(z.string()) }).partial();

const Batching = z
  .strictObject({
    minSavingTokens: z.number(),
    adaptive: z.strictObject({ share: z.number(), minTokens: z.number(), maxTokens: z.number() }).nullable(),
    cheapSavingTokens: z.number(),
    coldGapMs: z.number(),
    lookTokens: z.number(),
  })
  .partial();

const Budget = z
  .strictObject({
    planShare: z.number(),
    pruneShare: z.number(),
    compactShare: z.number(),
    checkpointShare: z.number(),
    summarizeShare: z.number(),
    checkpointAfterMinutes: z.number(),
    quietTurns: z.number(),
    checkEveryTurns: z.number(),
    tiers: z.strictObject({ hot: z.number(), warm: z.number(), cold: z.number() }).partial(),
    maxInjectionShare: z.number(),
  })
  .partial();

const Overrides = z
  .strictObject({
    protectedPaths: z.array(PathPattern),
    protectedTools: z.array(Pattern),
    pinPhrases: z.array(z.string()),
    tail: z.partialRecord(ToolClassName, WindowPatch),
    /** Null: arguments of the class are never cut. */
    callTail: z.partialRecord(ToolClassName, Window.nullable()),
    byAge: z.boolean(),
    staleTo: z.enum(["retained", "reference"]),
    /** Null: what is kept of the class stays for good. */
    referenceAfterTurns: z.partialRecord(ToolClassName, z.number().nullable()),
    superseded: z.strictObject({ coveredShare: z.number(), tokens: z.number(), turns: z.number() }).partial(),
    workingSetTurns: z.number(),
    spokenOf: WindowPatch,
    reuse: z.strictObject({ times: z.number(), waitTurns: z.number() }).nullable(),
    blocks: z
      .strictObject({
        minTokens: z.number(),
        minTurns: z.number(),
        minLines: z.number(),
        minGainShare: z.number(),
      })
      .nullable(),
    retain: z
      .strictObject({
        nearEditLines: z.number(),
        declarations: z.boolean(),
        digestTokens: z.number(),
        usedNamePlaces: z.number(),
      })
      .partial(),
    idleTurns: z.number(),
    currentFileTurns: z.number(),
    referencedWithinTurns: z.number(),
    restoredTurns: z.number(),
    batching: Batching,
    budget: Budget,
    stages: z.partialRecord(z.enum(STAGES), StagePatch),
  })
  .partial();

export const PolicyBody = Overrides.extend({ preset: z.enum(PRESETS).default("strict") });
export type PolicyBody = z.infer<typeof PolicyBody>;
/** What a caller may send: the preset may be left out, which means strict. */
export type PolicyBodyInput = z.input<typeof PolicyBody>;
