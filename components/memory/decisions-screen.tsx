import { recordRef } from "@/server/core/decisions/record-ref";
import { DECISION_STATUSES } from "@/server/core/decisions/transitions";
import type {
  DecisionList,
  DecisionRow,
  DecisionView,
  DecisionHistory as History,
} from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { formatDay, formatExact } from "../ui/format";
import { ListItem } from "../ui/master-detail";
import { DecisionDetail } from "./decision-detail";
import { DecisionHistory } from "./decision-history";
import { type ReadPlace, type RecordPlace, roomHref } from "./links";
import { Author } from "./record-parts";
import { RecordRoom, type RoomSort, type RoomWords } from "./record-room";
import { DecisionChip, statusWord } from "./status-chip";

const WORDS: RoomWords = {
  room: "decisions",
  title: "Decisions",
  search: "Search decisions",
  statusLabel: "Status",
  authorLabel: "Author",
  newLabel: "New decision",
  empty:
    "No decisions yet. Answered questions, approved plans and recorded decisions become drafts here when a session is analysed.",
};

const SORTS: readonly RoomSort[] = [
  { value: "newest", label: "Newest number" },
  { value: "oldest", label: "Oldest number" },
  { value: "decided", label: "Day decided" },
  { value: "changed", label: "Last change" },
];

type DecisionsScreenProps = {
  base: Base;
  names: { team: string; project: string };
  list: DecisionList;
  history: History;
  place: ReadPlace<string, string>;
  chosen: DecisionView | null;
  first: DecisionView | null;
  diff: string | null;
};

/** The project's decisions and the one that was chosen. */
export function DecisionsScreen({ base, names, list, history, place, chosen, first, diff }: DecisionsScreenProps) {
  const shown = chosen ?? first;
  const current = shown?.number ?? null;
  const detailOf = (decision: DecisionView | null) =>
    decision && <DecisionDetail key={decision.number} base={base} decision={decision} diff={diff} />;
  return (
    <RecordRoom
      {...{ base, names, list, place }}
      words={WORDS}
      segments={DECISION_STATUSES.map((value) => ({ value, label: statusWord(value) }))}
      sorts={SORTS}
      note={`${formatExact(list.total)} in the project`}
      history={<DecisionHistory {...{ base, history, place, current }} />}
      rows={
        <ul>
          {list.rows.map((row) => (
            <Item
              key={row.number}
              {...{ base, place, row }}
              timeZone={list.timeZone}
              isCurrent={row.number === current}
            />
          ))}
        </ul>
      }
      detailLabel={shown ? `Decision ${recordRef("decision", shown.number)}` : "Decision"}
      chosen={detailOf(chosen)}
      first={detailOf(first)}
    />
  );
}

type ItemProps = { base: Base; place: RecordPlace; row: DecisionRow; timeZone: string; isCurrent: boolean };

function Item({ base, place, row, timeZone, isCurrent }: ItemProps) {
  const isOver = row.status === "rejected" || row.status === "superseded" || row.status === "deprecated";
  return (
    <ListItem
      href={roomHref(base, "decisions", place, row.number)}
      current={isCurrent}
      refName={recordRef("decision", row.number)}
      title={row.title}
      faded={isOver}
      meta={
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <DecisionChip status={row.status} />
            {row.sessions > 1 ? (
              <span className="truncate text-ink-3">in {formatExact(row.sessions)} sessions</span>
            ) : null}
          </span>
          <span className="flex items-center gap-1.5">
            <Author author={row.author} nameless />
            {formatDay(row.decidedOn ?? row.updatedAt, timeZone)}
          </span>
        </>
      }
    />
  );
}
