import {
  ArrowRightLeft,
  BookOpen,
  Bot,
  Building2,
  ChartNoAxesColumn,
  GitBranch,
  History,
  KeyRound,
  List,
  Settings2,
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
  agents: Bot,
  skills: BookOpen,
  policy: SlidersHorizontal,
  keys: KeyRound,
  project: Settings2,
  members: Users,
  team: Building2,
  audit: History,
} satisfies Record<ShellPage, typeof List>;

export function NavIcon({ page }: { page: ShellPage }) {
  const Icon = ICONS[page];
  return <Icon aria-hidden />;
}
