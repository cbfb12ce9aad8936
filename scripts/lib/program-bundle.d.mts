/** Types of program-bundle.mjs for tests. */
import type { BuildOptions } from "esbuild";

export const PROGRAM_BUNDLE: BuildOptions;
