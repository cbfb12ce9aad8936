import pc from "picocolors";
import { wantsColours } from "./colours";

/** Each stream may be a file while the other is a terminal, so each has colours by itself. */
const outHasColours = wantsColours(process.stdout, process.env);
const onOut = pc.createColors(outHasColours);
const { dim, yellow, red } = pc.createColors(wantsColours(process.stderr, process.env));

/** Whether results are read by a person, on a terminal or in a pager that was promised colours. */
export const isForEyes = process.stdout.isTTY || outHasColours;

/** How results are styled; each leaves its text alone where standard output has no colours. */
export const style = { bold: onOut.bold, dim: onOut.dim, good: onOut.green, bad: onOut.red, odd: onOut.yellow };

/** Results go to standard output, everything else to standard error, so that a pipe stays clean. */
export const say = {
  line: (text = ""): void => void process.stdout.write(`${text}\n`),
  note: (text: string): void => void process.stderr.write(`${dim(text)}\n`),
  warn: (text: string): void => void process.stderr.write(`${yellow(text)}\n`),
  error: (text: string): void => void process.stderr.write(`${red(text)}\n`),
};

/** `steward import … | head` closes the pipe early; the import itself goes on. */
export function surviveClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

export function number(value: number): string {
  return value.toLocaleString("en-US");
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${value === 1 ? one : many}`;
}

/** The first items of a list, and how many more there are. */
export function shortList(items: readonly string[], most = 5): string {
  const shown = items.slice(0, most).join(", ");
  return items.length > most ? `${shown} and ${number(items.length - most)} more` : shown;
}
