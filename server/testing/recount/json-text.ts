import { createHash } from "node:crypto";

/** What records hold, as texts. */
export type Fields = Readonly<Record<string, unknown>>;
export type Outcome = "ok" | "error" | "refused" | "collateral" | "aborted";

export const fieldsOf = (value: unknown): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : {};
/** The text of a field, or null when it is empty or no text. */
export const textAt = (fields: Fields, key: string): string | null => {
  const value = fields[key];
  return typeof value === "string" && value !== "" ? value : null;
};

/** A refusal of the person and the collateral error of a sibling are no failures of the tool. */
export function outcomeOf(isError: boolean, text: string): Outcome {
  if (!isError) return "ok";
  if (/Sibling tool call errored|Cancelled: parallel tool call/.test(text)) return "collateral";
  if (/^\[Request interrupted by user|^Request was aborted|^Command was aborted/.test(text)) return "aborted";
  const isRefused = /^The user doesn't want to|^Permission [^\n]*denied|requires approval|haven't granted it yet/;
  return isRefused.test(text) ? "refused" : "error";
}

/** The records of a line; two that were glued together are two lines without a newline. */
export function parseLine(line: string): unknown[] {
  try {
    return line.trim() === "" ? [] : [JSON.parse(line)];
  } catch {
    const glued = line.indexOf('}{"');
    return glued < 0 ? [] : [...parseLine(line.slice(0, glued + 1)), ...parseLine(line.slice(glued + 1))];
  }
}

/** What the model read: a text, or blocks joined by newlines; a picture is a stub. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? "" : JSON.stringify(content);
  return content.map(blockText).join("\n");
}

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  const fields = fieldsOf(block);
  const source = fieldsOf(fields["source"]);
  const data = textAt(source, "data");
  if (fields["type"] === "text" && typeof fields["text"] === "string") return fields["text"];
  if (data === null) return JSON.stringify(block);
  const bytes = Buffer.from(data, "base64");
  return `[${source["media_type"]}, ${bytes.length.toLocaleString("en-US")} bytes, sha256 ${createHash("sha256").update(bytes).digest("hex")}]`;
}

/** The one text of a value: keys sorted, no spaces. */
export function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${sortedJson(field)}`).join(",")}}`;
}
