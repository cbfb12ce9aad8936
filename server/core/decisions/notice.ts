import { z } from "zod";
import { recordRef } from "./record-ref";
import type { DecisionStatus } from "./transitions";
import type { DecisionView, RelatedDecision } from "./views";

/** How a decision stands, and what replaced it whole or in part: what its notice is made of. */
export interface DecisionStanding {
  readonly status: DecisionStatus;
  /** When its newest version was written, as ISO; the day is told as it was in UTC. */
  readonly since: string;
  /** Those that name it as replaced, or as amended, whatever their own status; a chain ends at what holds now. */
  readonly supersededBy: readonly Pick<RelatedDecision, "number" | "status">[];
  readonly amendedBy: readonly Pick<RelatedDecision, "number" | "status">[];
}

/** What a reader of a text must know of a decision that the text names. */
export const NamedNotice = z.object({ ref: z.string(), notice: z.string() });
export type NamedNotice = z.infer<typeof NamedNotice>;

type Shown = Pick<DecisionView, "versions" | "supersededBy" | "amendedBy">;

export function standingOf({ versions, supersededBy, amendedBy }: Shown): DecisionStanding {
  const [latest] = versions;
  return { status: latest?.status ?? "proposed", since: latest?.createdAt ?? "", supersededBy, amendedBy };
}

/**
 * What must stand at the top of a decision for whoever opens it, agents first: they act on the record that they see.
 * Null for one that holds as it is written. Names of records are bare, so that a page can link them.
 */
export function decisionNotice({ status, since, supersededBy, amendedBy }: DecisionStanding): string | null {
  const day = since.slice(0, 10);
  if (status === "superseded") return supersededNotice(supersededBy, day);
  if (status === "rejected") return `Rejected on ${day}. This was not decided; do not follow it.`;
  if (status === "deprecated") return `Deprecated on ${day}: it no longer holds, and nothing replaced it.`;
  const planned = namesOf(supersededBy, isOpen);
  const parts = [
    status === "draft" ? "Draft: nobody has accepted it yet. Do not rely on it." : "",
    status === "proposed" ? "Proposed and not decided yet. Do not rely on it." : "",
    amendedNotice(amendedBy),
    status === "accepted" && planned !== "" ? `${planned} would supersede it, once accepted. Until then it holds.` : "",
  ];
  return parts.filter((part) => part !== "").join(" ") || null;
}

function supersededNotice(supersededBy: DecisionStanding["supersededBy"], day: string): string {
  const holding = supersededBy.filter(({ status }) => status === "accepted");
  if (holding.length === 0) return `Superseded on ${day}. What replaced it no longer holds either.`;
  return `Superseded by ${namesOf(holding)} on ${day}. Follow ${holding.length === 1 ? "that one" : "those"}.`;
}

function amendedNotice(amendedBy: DecisionStanding["amendedBy"]): string {
  const names = namesOf(amendedBy, ({ status }) => status === "accepted");
  return names === "" ? "" : `Amended in part by ${names}. Read both; where they differ, ${names} holds.`;
}

type Named = DecisionStanding["supersededBy"][number];

function isOpen({ status }: Named): boolean {
  return status === "draft" || status === "proposed";
}

function namesOf(decisions: readonly Named[], isMeant: (one: Named) => boolean = () => true): string {
  return [...new Set(decisions.filter(isMeant).map(({ number }) => recordRef("decision", number)))].join(" and ");
}
