import type { CommandName } from "@/server/core/commands/args";
import type { Command, Example, Param } from "@/server/core/commands/table";

/** A smart command as the command line writes it; names, arguments, values and examples come from the table. */

/** Arguments that stand behind a word in a phrase are options here: `--because <why>`. */
export function isOption({ after }: Param): boolean {
  return after !== undefined;
}

/** A session may be the only argument, unless another argument could look like one. */
export function takesSessionFirst({ ofSession, params }: Pick<Command, "ofSession" | "params">): boolean {
  const placed = params.filter((param) => !isOption(param));
  return ofSession === "needed" && placed.every(({ kind, required }) => kind === "words" && !required);
}

/** `steward priority <file> [P0|P1|P2|P3|auto] [options]`. */
export function usageHere(command: Pick<Command, "name" | "params" | "ofSession">): string {
  return `steward ${command.name} ${argumentsHere(command)}`;
}

/** What stands behind the name. */
export function argumentsHere(command: Pick<Command, "params" | "ofSession">): string {
  const placed = command.params.filter((param) => !isOption(param));
  if (!takesSessionFirst(command)) return [...placed.map(shownAs), "[options]"].join(" ");
  const others = placed.map(({ name }) => ` or ${name}...`).join("");
  return `[session${others}] [options]`;
}

function shownAs({ name, kind, required, values, shown }: Param): string {
  const many = isMany(kind) ? "..." : "";
  const inner = kind === "level" && values ? values.join("|") : `${shown ?? name}${many}`;
  return required ? `<${inner}>` : `[${inner}]`;
}

export function isMany(kind: Param["kind"]): boolean {
  return kind === "words" || kind === "list" || kind === "refs";
}

/** The example of the table as one types it in a shell. */
export function exampleHere(name: CommandName, params: readonly Param[], { args, session }: Example): string {
  const parts = params.flatMap((param) => {
    const value = args[param.name];
    if (value === undefined || value === null) return [];
    const written = Array.isArray(value)
      ? value.map((one) => shellWord(String(one))).join(" ")
      : valueHere(param, value);
    return [isOption(param) ? `--${param.name} ${written}` : written];
  });
  const where = session === undefined ? [] : [`--session ${session}`];
  return ["steward", name, ...parts, ...where].join(" ");
}

function valueHere({ kind }: Param, value: unknown): string {
  if (kind === "size" && typeof value === "number") return value % 1_000 === 0 ? `${value / 1_000}k` : String(value);
  if (kind === "record") return `HND-${String(value).padStart(3, "0")}`;
  return shellWord(String(value));
}

/** In quotes where a shell would take it apart; both quotes are written alike in all shells. */
function shellWord(text: string): string {
  if (/^[\w./:@%+=,-]+$/.test(text)) return text;
  return text.includes('"') ? `'${text}'` : `"${text}"`;
}
