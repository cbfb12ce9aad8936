import type { Protection } from "../rule";
import { pathGuard } from "./paths";

/** Files that routing, agent boundaries, state and the plan depend on. */
export const coreFiles: Protection = {
  id: "protect.core-files",
  strength: "stands",
  isTimeless: true,
  begin: (_timeline, policy) => pathGuard(policy, "core"),
};
