import { defineConfig } from "@playwright/test";
export default defineConfig({ testDir: "e2e", outputDir: "/tmp/zz-pw", workers: 1, reporter: "list" });
