import pc from "picocolors";

/** Results go to standard output, everything else to standard error, so that a pipe stays clean. */
export const say = {
  line: (text = ""): void => void process.stdout.write(`${text}\n`),
  note: (text: string): void => void process.stderr.write(`${pc.dim(text)}\n`),
  warn: (text: string): void => void process.stderr.write(`${pc.yellow(text)}\n`),
  error: (text: string): void => void process.stderr.write(`${pc.red(text)}\n`),
};

export function count(value: number, one: string, many = `${one}s`): string {
  return `${value.toLocaleString("en-US")} ${value === 1 ? one : many}`;
}
