import type { Protection } from "../rule";
import { pathGuard } from "./paths";

/** Decision log, failure registry, constraints, handoff: what keeps a team from repeating itself. */
export const safetyFiles: Protection = {
  id: "protect.safety-files",
  strength: "stands",
  isTimeless: true,
  begin: (_timeline, policy) => pathGuard(policy, "safety"),
};
