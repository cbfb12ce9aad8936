import { forbidden, notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import type { RoomParams } from "@/app/_lib/record-room";
import { FormPage } from "@/components/memory/form-parts";
import { roomHref } from "@/components/memory/links";
import { RuleForm } from "@/components/rules/rule-form";
import { KIND_WORDS } from "@/components/rules/rule-words";
import { recordRef } from "@/server/core/decisions/record-ref";
import { inputOfRule } from "@/server/core/rules/rule-input";
import type { RuleKind } from "@/server/core/rules/statuses";

const NOTHING = { title: "", text: "", reason: "", affectedPaths: [], tags: [], evidence: [] };

type Props = { base: RoomParams; kind: RuleKind; number: number | null };

/** The form of a rule: of a new one, or of the one that is written anew. */
export async function RuleFormPage({ base, kind, number }: Props) {
  const words = KIND_WORDS[kind];
  const room = kind === "constraint" ? "constraints" : "preferences";
  const [owner, edited, list] = await pageData((api) =>
    Promise.all([
      api.projects.get(base),
      number === null ? null : api[room].get({ ...base, number }),
      number === null ? api[room].list({ ...base, limit: 1 }) : null,
    ]),
  );
  if (!(edited ?? list)?.mayWrite) forbidden();
  const seen = edited?.versions[0];
  if (number !== null && !seen) notFound();
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title={number === null ? words.newLabel : `Edit ${recordRef(kind, number)}`}
      room={{ label: words.title, href: roomHref(base, words.room) }}
    >
      <RuleForm
        base={base}
        kind={kind}
        start={seen ? inputOfRule(seen) : NOTHING}
        edited={number !== null && seen ? { number, seen } : null}
      />
    </FormPage>
  );
}
