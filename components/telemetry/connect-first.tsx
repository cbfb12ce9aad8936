import { FirstChart } from "../onboarding/first-chart";
import type { Base } from "./links";

/** What stands in place of figures while a project has no session. */
export function ConnectFirst({ base }: { base: Base }) {
  return <FirstChart base={{ team: base.team, project: base.project }} />;
}
