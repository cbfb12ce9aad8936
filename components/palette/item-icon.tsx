import {
  Archive,
  ArrowRight,
  ArrowRightLeft,
  BookOpen,
  Bot,
  Command,
  Crosshair,
  Folder,
  GitBranch,
  List,
  PenLine,
  ScrollText,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  SquareTerminal,
  TriangleAlert,
  User,
  Users,
} from "lucide-react";
import type { ItemKind } from "./item";

const ICONS = {
  page: ArrowRight,
  session: List,
  decision: GitBranch,
  failure: TriangleAlert,
  constraint: ShieldCheck,
  preference: SlidersHorizontal,
  handoff: ArrowRightLeft,
  summary: ScrollText,
  agent: Bot,
  skill: BookOpen,
  person: User,
  project: Folder,
  team: Users,
  smart: SquareTerminal,
  command: Command,
  write: PenLine,
  event: Crosshair,
  archive: Archive,
  everything: Search,
} satisfies Record<ItemKind, typeof List>;

export function ItemIcon({ kind }: { kind: ItemKind }) {
  const Icon = ICONS[kind];
  return <Icon className="text-ink-3" aria-hidden />;
}
