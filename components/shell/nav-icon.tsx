import {
  ArrowDownUp,
  ArrowRightLeft,
  BookOpen,
  Bot,
  Building2,
  Cable,
  ChartNoAxesColumn,
  GitBranch,
  History,
  KeyRound,
  List,
  ScrollText,
  Settings2,
  ShieldCheck,
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
  rules: ShieldCheck,
  summaries: ScrollText,
  agents: Bot,
  skills: BookOpen,
  connect: Cable,
  policy: SlidersHorizontal,
  keys: KeyRound,
  project: Settings2,
  exchange: ArrowDownUp,
  members: Users,
  team: Building2,
  audit: History,
} satisfies Record<ShellPage, typeof List>;

export function NavIcon({ page }: { page: ShellPage }) {
  const Icon = ICONS[page];
  return <Icon aria-hidden />;
}
