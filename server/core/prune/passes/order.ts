import type { PrunePolicy } from "../model";
import type { PruneRule } from "../rule";
import { committedWork } from "./compress-stale/committed-work";
import { coveredRead } from "./compress-stale/covered-read";
import { finishedTask } from "./compress-stale/finished-task";
import { supersededRead } from "./compress-stale/superseded-read";
import { undoneWork } from "./compress-stale/undone-work";
import { repeatedGraphQuery } from "./dedup/graph-query";
import { identicalResult } from "./dedup/identical-result";
import { duplicateSkillLoad } from "./dedup/skill-load";
import { resolvedError } from "./purge-errors/resolved-error";

/** Rules in the order of the passes: deduplicate, purge errors, compress stale ranges. The first that fits decides. */
export function rulesOf(policy: PrunePolicy): readonly PruneRule[] {
  return [
    identicalResult,
    duplicateSkillLoad,
    repeatedGraphQuery,
    resolvedError,
    supersededRead(policy),
    coveredRead(policy),
    committedWork(policy),
    finishedTask(policy),
    undoneWork(policy),
  ];
}
