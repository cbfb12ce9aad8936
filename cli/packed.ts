import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type * as Late from "./late";

/** scripts/lib/bundle-steward.mjs writes it before the packed text, in the last line of the bundle. */
const MARK = "\n//packed:";

/**
 * In the bundle this file stands in the place of `./late`: it unpacks and runs what the bundle's last line holds. What it
 * needs of Node is loaded here, because a bundle loads what a file imports at its top before anything else.
 */
async function unpack(): Promise<typeof Late> {
  const [{ gunzipSync }, { constants, Script }, { createRequire }] = await Promise.all([
    import("node:zlib"),
    import("node:vm"),
    import("node:module"),
  ]);
  withoutWarningOf("USE_MAIN_CONTEXT_DEFAULT_LOADER");
  const bundle = readFileSync(fileURLToPath(import.meta.url), "latin1");
  const packed = Buffer.from(bundle.slice(bundle.lastIndexOf(MARK) + MARK.length), "base64");
  const script = new Script(
    `(function (module, exports, require, bundleUrl) {${gunzipSync(packed).toString("utf8")}\n})`,
    {
      filename: fileURLToPath(new URL("steward-late.cjs", import.meta.url)),
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const module: { exports: unknown } = { exports: {} };
  script.runInThisContext()(module, module.exports, createRequire(import.meta.url), import.meta.url);
  return module.exports as typeof Late; // it was built of that file
}

/** Node 20 tells of this constant what later versions do not, in the midst of a command's output. */
function withoutWarningOf(name: string): void {
  const tell = process.emitWarning;
  process.emitWarning = (...told: unknown[]) => {
    if (!String(told[0]).includes(name)) Reflect.apply(tell, process, told);
  };
}

export const { runCommand } = await unpack();
