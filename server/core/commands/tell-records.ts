import { counted } from "../context/answer";
import { recordRef } from "../decisions/record-ref";
import type { DecisionList } from "../decisions/views";
import type { PriorityRow } from "../files/views";
import { toldOf } from "../rules/told";
import type { RuleInForce } from "../rules/views";
import type { Everything, Hit } from "../search/everything-view";
import { listOf, oneLine } from "./tell";

/** What commands about the project's memory and files say. */

export function tellDecisions({ rows, total }: Pick<DecisionList, "rows" | "total">, words: string): string {
  const about = words === "" ? "" : ` about “${oneLine(words, 80)}”`;
  if (rows.length === 0) {
    return total === 0 ? "Nothing was decided yet.\n" : `No decision${about} among ${total}.\n`;
  }
  const lines = rows.map(({ number, status, title, notice }) => {
    const line = `${recordRef("decision", number)} (${status}): ${oneLine(title)}`;
    return notice === null || status === "draft" || status === "proposed" ? line : `${line}\n  **${notice}**`;
  });
  const head = `${rows.length} of ${counted(total, "decision")}${about}, the newest first.`;
  return `${head}\n\n${listOf(lines)}\n`;
}

export function tellRules(kind: RuleInForce["kind"], rules: readonly RuleInForce[], paths: readonly string[]): string {
  const where = paths.length === 0 ? "" : ` for ${paths.map((path) => `\`${path}\``).join(", ")}`;
  if (rules.length === 0) return `No ${kind} is in force${where}.\n`;
  return `${rules.length} ${kind}${rules.length === 1 ? " is" : "s are"} in force${where}.\n\n${listOf(rules.map(toldOf))}\n`;
}

export function tellSearch({ hits, matched, corrected, isComplete }: Everything): string {
  if (hits.length === 0) return "Nothing holds these words. Try fewer of them.\n";
  const notes = [
    corrected === null ? "" : `Looked for “${corrected}”.`,
    matched === "some" ? "Not all words occur together; these hold some of them." : "",
    isComplete ? "" : "Some sessions are not indexed yet.",
  ].filter((note) => note !== "");
  const head = notes.length > 0 ? `${notes.join(" ")}\n\n` : "";
  return `${head}${listOf(hits.map(hitLine))}\n`;
}

/** The text stands on a line of its own (two spaces are Markdown's line break), unless it is the title again. */
function hitLine(hit: Hit): string {
  const textOf = (pieces: Hit["title"]) => pieces.map(({ text }) => text).join("");
  const title = oneLine(textOf(hit.title), 120);
  const snippet = oneLine(hit.snippet.map(({ text, isMarked }) => (isMarked ? `**${text}**` : text)).join(""), 300);
  const isTold = snippet === "" || textOf(hit.snippet) === textOf(hit.title);
  const others = hit.alsoInSessions > 0 ? ` (and in ${counted(hit.alsoInSessions, "more session")})` : "";
  return `${nameOfHit(hit)} ${title}${others}${isTold ? "" : `  \n  ${snippet}`}`;
}

export function nameOfHit({ kind, number, path, session, ref, subject }: Hit): string {
  if (kind === "event") return `S-${session ?? 0} \`ctx:${(ref ?? "").replace(/^ctx:/, "")}\``;
  if (kind === "comment") return `Comment on ${subject ?? "a record"} ${number ?? ""}`.trim();
  if (kind === "document" || kind === "file") return `\`${path ?? ""}\``;
  return recordRef(kind, number ?? 0);
}

export function tellPriority({ path, level, score, why, terms, pin }: PriorityRow): string {
  const lines = terms.map(
    ({ term, value, weight, why: reason }) => `${term}: ${round(value)} × ${round(weight)}. ${reason}`,
  );
  const set = pin === null ? "" : ` Set by ${oneLine(pin.by, 80)}.`;
  return `\`${path}\` is **${level}** (score ${round(score)}). ${why}${set}\n\n${listOf(lines)}\n`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
