import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The tests of the engine alone, as `npm run mutate` runs them in a copy of server/core. */
export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    pool: "threads",
    isolate: false,
    include: ["server/core/prune/**/*.test.ts", "server/core/retain/**/*.test.ts"],
    setupFiles: ["scripts/mutate-setup.mjs"],
    env: { STEWARD_PROPERTY_RUNS: "5", STEWARD_PLANNER_RUNS: "10", STEWARD_MUTATION: "1" },
  },
});
