// The command `steward` as one file. Its hooks have to start in milliseconds, and reading two megabytes of program takes
// as long as all else that a hook does: so what hooks do not need stands packed in the last line, a comment.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { EXTERNAL } from "./program-bundle.mjs";

const cli = fileURLToPath(new URL("../../cli/", import.meta.url));
/** cli/packed.ts looks for it. */
const MARK = "//packed:";

/**
 * Bundles cli/entry.ts and what it loads later into `outfile`. `define` replaces names in it by JavaScript, such as the
 * version that it goes by.
 * @throws the fault of esbuild.
 */
export async function bundleSteward(outfile, define = {}) {
  const { version } = JSON.parse(readFileSync(path.join(cli, "../package.json"), "utf8"));
  const names = { STEWARD_VERSION: JSON.stringify(version), ...define };
  const common = {
    bundle: true,
    platform: "node",
    target: "node20",
    tsconfig: path.join(cli, "../tsconfig.json"),
    external: EXTERNAL, // what needs them says so where they are missing
    // Parts of packages that are written for both kinds of modules find their own files only as the newer kind.
    mainFields: ["module", "main"],
    write: false,
    logLevel: "silent",
  };
  const [late, entry] = await Promise.all([
    // Not minified: the stack of an unforeseen error can be read.
    build({
      ...common,
      entryPoints: [path.join(cli, "late.ts")],
      format: "cjs",
      define: { ...names, "import.meta.url": "bundleUrl" },
    }),
    build({
      ...common,
      entryPoints: [path.join(cli, "entry.ts")],
      format: "esm",
      define: names,
      minifySyntax: true,
      minifyWhitespace: true,
      plugins: [packedInsteadOfLate],
    }),
  ]);
  const packed = gzipSync(late.outputFiles[0].contents, { level: 9 }).toString("base64");
  mkdirSync(path.dirname(outfile), { recursive: true });
  // Hooks of running agents start the file at any moment, and must not find half of it.
  const part = `${outfile}.part-${process.pid}`;
  writeFileSync(part, `${entry.outputFiles[0].text.trimEnd()}\n${MARK}${packed}\n`);
  renameSync(part, outfile);
}

const packedInsteadOfLate = {
  name: "packed-instead-of-late",
  setup(bundle) {
    bundle.onResolve({ filter: /^\.\/late$/ }, () => ({ path: path.join(cli, "packed.ts") }));
  },
};
