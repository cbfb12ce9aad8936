import { recordRef } from "@/server/core/decisions/record-ref";
import { RULE_STATUSES, type RuleKind } from "@/server/core/rules/statuses";
import { RULE_SORTS, type RuleList, type RuleRow, type RuleView } from "@/server/core/rules/views";
import { type ReadPlace, type RecordPlace, roomHref } from "../memory/links";
import { Author } from "../memory/record-parts";
import { RecordRoom } from "../memory/record-room";
import type { Base } from "../telemetry/links";
import { formatDay, formatExact } from "../ui/format";
import { ListItem } from "../ui/master-detail";
import { RuleChip } from "./rule-chip";
import { RuleDetail } from "./rule-detail";
import { KIND_WORDS, RULE_SORT_WORDS, RULE_STATUS_WORDS } from "./rule-words";
import { RulesTabs } from "./rules-tabs";

type RulesScreenProps = {
  base: Base;
  kind: RuleKind;
  names: { team: string; project: string };
  list: RuleList;
  place: ReadPlace<string, string>;
  chosen: RuleView | null;
  first: RuleView | null;
  diff: string | null;
};

/** The project's constraints or preferences, and the one that was chosen. */
export function RulesScreen({ base, kind, names, list, place, chosen, first, diff }: RulesScreenProps) {
  const { room, title, one, many, newLabel, empty } = KIND_WORDS[kind];
  const shown = chosen ?? first;
  const detailOf = (rule: RuleView | null) => rule && <RuleDetail key={rule.number} {...{ base, kind, rule, diff }} />;
  const label = title.slice(0, -1);
  return (
    <RecordRoom
      {...{ base, names, list, place }}
      words={{
        ...{ room, title, newLabel, empty },
        noun: many,
        search: `Search ${many}`,
        statusLabel: "Status",
        authorLabel: "Author",
      }}
      tabs={<RulesTabs base={base} current={many === "constraints" ? "constraints" : "preferences"} />}
      segments={RULE_STATUSES.map((value) => ({ value, label: RULE_STATUS_WORDS[value] }))}
      sorts={RULE_SORTS.map((value) => ({ value, label: RULE_SORT_WORDS[value] }))}
      note={`${formatExact(list.total)} in the project; agents are told the active ones`}
      history={null}
      rows={
        <ul aria-label={title}>
          {list.rows.map((row) => (
            <Item
              key={row.number}
              {...{ base, kind, place, row }}
              timeZone={list.timeZone}
              isCurrent={row.number === shown?.number}
            />
          ))}
        </ul>
      }
      detailLabel={shown ? `${label} ${recordRef(kind, shown.number)}` : `A ${one}`}
      chosen={detailOf(chosen)}
      first={detailOf(first)}
    />
  );
}

type ItemProps = {
  base: Base;
  kind: RuleKind;
  place: RecordPlace;
  row: RuleRow;
  timeZone: string;
  isCurrent: boolean;
};

function Item({ base, kind, place, row, timeZone, isCurrent }: ItemProps) {
  const [path, ...more] = row.affectedPaths;
  return (
    <ListItem
      href={roomHref(base, KIND_WORDS[kind].room, place, row.number)}
      current={isCurrent}
      refName={recordRef(kind, row.number)}
      title={row.title}
      faded={row.status === "retired"}
      meta={
        <>
          <span className="flex min-w-0 items-center gap-1.5">
            <RuleChip status={row.status} />
            {path === undefined ? null : (
              <>
                <span className="truncate font-mono text-ink-3">{path}</span>
                {more.length > 0 ? <span className="flex-none text-ink-3">+{more.length}</span> : null}
              </>
            )}
          </span>
          <span className="flex flex-none items-center gap-1.5 whitespace-nowrap">
            <Author author={row.author} nameless />
            {formatDay(row.updatedAt, timeZone)}
          </span>
        </>
      }
    />
  );
}
