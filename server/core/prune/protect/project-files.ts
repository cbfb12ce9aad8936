import type { Protection } from "../rule";
import { pathGuard } from "./paths";

/** Patterns that the project added on its policy page. */
export const projectFiles: Protection = {
  id: "protect.project-files",
  strength: "stands",
  isTimeless: true,
  begin: (_timeline, policy) => pathGuard(policy, "project"),
};
