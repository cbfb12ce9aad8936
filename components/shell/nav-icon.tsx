import {
  ArrowRightLeft,
  ChartNoAxesColumn,
  GitBranch,
  KeyRound,
  List,
  SlidersHorizontal,
  TriangleAlert,
  Users,
} from "lucide-react";
import type { ShellPage } from "./navigation";

const ICONS = {
  overview: ChartNoAxesColumn,
  sessions: List,
  decisions: GitBranch,
  failures: TriangleAlert,
  handoffs: ArrowRightLeft,
  policy: SlidersHorizontal,
  keys: KeyRound,
  members: Users,
} satisfies Record<ShellPage, typeof List>;

export function NavIcon({ page }: { page: ShellPage }) {
  const Icon = ICONS[page];
  return <Icon aria-hidden />;
}
