import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffNote } from "@/server/core/handoffs/note";
import type { HandoffEditView } from "@/server/core/handoffs/views";
import { type Base, projectHref } from "../../telemetry/links";
import { Kbd } from "../../ui/chip";
import { PageHead } from "../../ui/page-head";
import { Sheet } from "../../ui/sheet";
import { inboxHref, noteHref } from "../links";
import { HandoffEditor } from "./handoff-editor";

type EditorScreenProps = {
  base: Base;
  names: { team: string; project: string };
  edit: HandoffEditView;
  note: HandoffNote;
};

/** The page around the editor of a note. */
export function EditorScreen({ base, names, edit, note }: EditorScreenProps) {
  const ref = recordRef("handoff", edit.number);
  return (
    <>
      <PageHead
        title={`Edit ${ref}`}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
          { label: "Handoffs", href: inboxHref(base) },
          { label: ref, href: noteHref(base, edit.number) },
        ]}
        actions={
          <span className="flex items-center gap-3 text-xs text-ink-3 max-md:hidden">
            <span>
              <Kbd>Ctrl</Kbd> <Kbd>S</Kbd> saves
            </span>
            <span>
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> publishes
            </span>
          </span>
        }
      />
      <Sheet>
        <HandoffEditor base={base} edit={edit} note={note} />
      </Sheet>
    </>
  );
}
