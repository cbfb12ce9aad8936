import { RULES } from "@/server/core/telemetry/findings/rules";
import type { SkillUseRow, SkillVersion } from "@/server/core/telemetry/insight-views";
import { formatExact, formatPercent, formatPoints } from "../ui/format";
import { about, plural } from "./words";

export type Used = Pick<SkillUseRow, "sessions" | "knownSessions" | "referredSessions">;

/** The share of sessions that later named something of the body, of those that kept its text; null where none did. */
export function referredShare({ knownSessions, referredSessions }: Used): number | null {
  return knownSessions === 0 ? null : referredSessions / knownSessions;
}

/** "2 of 25 sessions"; sessions that did not keep the body's text are said, since nobody can know of them. */
export function usedWords({ sessions, knownSessions, referredSessions }: Used): string {
  const known = `${formatExact(referredSessions)} of ${formatExact(knownSessions)} ${plural(knownSessions, "session")}`;
  const unknown = sessions - knownSessions;
  return unknown > 0 ? `${known}; not known of ${formatExact(unknown)} more` : known;
}

/** Whether so few sessions refer to a skill that it stands out; the findings of the overview draw the same line. */
export function isRarelyUsed(use: Used): boolean {
  const share = referredShare(use);
  return share !== null && use.knownSessions >= RULES.skillLeastSessions && share <= RULES.skillRarelyShare;
}

/** One sentence when a big body is seldom used; null otherwise. */
export function trimHint(use: SkillUseRow | null): string | null {
  // A body that names nothing of its own cannot be referred to, however useful it is.
  if (!use || use.names < RULES.skillLeastNames || use.bodyTokens < RULES.skillBigBodyTokens) return null;
  if (!isRarelyUsed(use)) return null;
  const share = referredShare(use) ?? 0;
  const used = share === 0 ? "no session" : `${formatPercent(share)} of the sessions`;
  return `Each load brings ${about(use.bodyTokens)} tokens, and ${used} that loaded it ${share === 0 ? "refers" : "refer"} to it later. Trim its body, or load it at a later stage.`;
}

/** What a new body changed, in one sentence; null while there is nothing before it. */
export function versionChange(now: SkillVersion, before: SkillVersion | undefined): string | null {
  if (!before) return null;
  const size = sizeWords(before.tokens, now.tokens);
  const [shareBefore, shareNow] = [referredShare(before), referredShare(now)];
  if (shareBefore === null || shareNow === null) return `${size}.`;
  const points = formatPoints(shareBefore, shareNow);
  return `${size}; use in sessions ${points === "no change" ? "did not change" : `is ${points}`}.`;
}

function sizeWords(before: number, now: number): string {
  if (before === now) return "As large as before";
  const by = Math.abs(now - before);
  const share = before === 0 ? "" : `, ${formatPercent(by / before)}`;
  return `${about(by)} ${plural(by, "token")} ${now < before ? "smaller" : "larger"} a load${share}`;
}
