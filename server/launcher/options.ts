import { parseArgs } from "node:util";
import { z } from "zod";
import { errorMessage, LauncherError } from "./errors";

const Port = z.coerce
  .number({ error: "must be a number from 1 to 65535" })
  .int("must be a whole number")
  .min(1, "must be a number from 1 to 65535")
  .max(65_535, "must be a number from 1 to 65535");

const LauncherOptions = z.strictObject({
  port: Port.default(3000),
  /** Address to listen on: 127.0.0.1 is this machine only, 0.0.0.0 everybody who reaches it. */
  host: z.string().min(1, "must be an address such as 127.0.0.1 or 0.0.0.0").default("127.0.0.1"),
  data: z.string().min(1, "must be a folder").default(".data"),
  demo: z.boolean(),
  help: z.boolean(),
});

export type LauncherOptions = z.infer<typeof LauncherOptions>;

export const USAGE = `npm run quickstart -- [options]

  --port <n>      port of the web page and the API (3000)
  --data <dir>    data folder: database, secret, logs (.data)
  --no-demo       leave out the demo team on the first start
  --host <addr>   address to listen on (127.0.0.1; 0.0.0.0 for other machines)
  --help          this text

With DATABASE_URL set, that Postgres 15 or newer is used in place of the embedded one.
STEWARD_BASE_URL is the address that others use, when it is not http://localhost:<port>.`;

/**
 * Reads the command line.
 * @throws LauncherError that names the option at fault.
 */
export function readOptions(args: readonly string[]): LauncherOptions {
  const { "no-demo": noDemo, ...values } = parse(args);
  const parsed = LauncherOptions.safeParse({ ...values, demo: !noDemo, help: values.help ?? false });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `--${issue.path.join(".")} ${issue.message}`);
  throw new LauncherError(`${faults.join("; ")}.`, USAGE);
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: "string" },
        host: { type: "string" },
        data: { type: "string" },
        "no-demo": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    }).values;
  } catch (cause) {
    throw new LauncherError(errorMessage(cause).split(". ")[0] ?? "Unknown option", USAGE, { cause });
  }
}
