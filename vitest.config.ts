import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const exclude = [...configDefaults.exclude, "e2e/**", ".next/**", ".data/**", "dist/**"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    environment: "node",
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Unit tests are pure, so they can share one world: half the time of a fresh one for each file.
          pool: "threads",
          isolate: false,
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...exclude, "**/*.int.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["**/*.int.test.ts"],
          exclude,
          globalSetup: ["server/testing/global-setup.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
