"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { PolicyView } from "@/server/api/routers/policy/get";
import type { PolicyVersion } from "@/server/api/routers/policy/versions";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { type Crumb, PageHead } from "../ui/page-head";
import { RelativeTime } from "../ui/relative-time";
import { Sheet } from "../ui/sheet";
import { StickyPane } from "../ui/sticky-pane";
import { useLeaveWarning } from "../ui/use-leave-warning";
import { DraftProvider, useDraft } from "./draft";
import { isAllJudged, judgedWords } from "./judged-words";
import { BatchingSection, NoiseSection, SummariesSection, ThresholdsSection } from "./number-sections";
import { PresetSection } from "./preset-section";
import { PreviewPanel } from "./preview-panel";
import { ProtectedSection } from "./protected-section";
import { SaveBar } from "./save-bar";
import { SaveDialog } from "./save-dialog";
import { StagesSection } from "./stages-section";
import { VersionsPanel } from "./versions-panel";
import { WindowsSection } from "./windows-section";

type PolicyScreenProps = {
  base: Base;
  crumbs: readonly Crumb[];
  policy: PolicyView;
  versions: readonly PolicyVersion[];
  hasMore: boolean;
  /** The server's clock and the project's zone. */
  nowIso: string;
  timeZone: string;
};

/** How this project's sessions are judged: the numbers, what a change would have done, and every version. */
export function PolicyScreen(props: PolicyScreenProps) {
  const { policy } = props;
  const denied = policy.mayWrite
    ? null
    : `Your role here is ${policy.role}; admins and owners change the policy. Ask one of them.`;
  return (
    <DraftProvider version={policy.version} body={policy.body} denied={denied}>
      <Screen {...props} />
    </DraftProvider>
  );
}

function Screen({ base, crumbs, policy, versions, hasMore, nowIso, timeZone }: PolicyScreenProps) {
  const { denied, changes, discard } = useDraft();
  const current = useCurrent(base, policy);
  const judged = current.version < policy.version ? policy.judged : current.judged;
  useLeaveWarning(changes.length > 0);
  const [isSaving, setSaving] = useState(false);
  const [note, setNote] = useState("");
  // What was saved here last: until the page has it, there is nothing to save and no news.
  const [lastSaved, setLastSaved] = useState(0);
  const isSettling = lastSaved > policy.version;
  const sessions = judged.reduce((total, row) => total + row.sessions, 0);
  const draft =
    changes.length > 0 ? `draft v${policy.version + 1}` : policy.version > 0 ? `v${policy.version}` : "built-in";
  return (
    <>
      <PageHead title="Policy" note={draft} crumbs={crumbs} meta={<Meta {...{ policy, judged, nowIso, timeZone }} />} />
      <Sheet>
        {denied ? <Notice tone="info">{denied}</Notice> : null}
        {current.version > policy.version && !isSettling ? <NewerVersion version={current.version} /> : null}
        {policy.problem ? (
          <Notice
            tone="warn"
            action={
              denied === null ? (
                <Button size="sm" onClick={() => setSaving(true)}>
                  Save what counts now
                </Button>
              ) : undefined
            }
          >
            Version {policy.version} cannot be read and counts as the strict preset, with what it protects.{" "}
            {policy.problem}
          </Notice>
        ) : null}
        <div className="grid gap-px bg-line lg:grid-cols-[minmax(0,1.08fr)_minmax(0,0.92fr)]">
          <div className="min-w-0 bg-surface">
            <PresetSection />
            <ThresholdsSection />
            <BatchingSection />
            <NoiseSection />
            <WindowsSection />
            <SummariesSection />
            <ProtectedSection />
            <StagesSection base={base} />
          </div>
          <div className="min-w-0 bg-sunken">
            <StickyPane label="Effect and versions" from="desktop">
              <PreviewPanel base={base} />
              <VersionsPanel
                {...{ versions, hasMore, judged, nowIso, timeZone }}
                onRestore={(version) => setNote(`Restored from v${version}.`)}
              />
            </StickyPane>
          </div>
        </div>
      </Sheet>
      {denied === null && !isSettling ? (
        <SaveBar
          onSave={() => setSaving(true)}
          onDiscard={() => {
            discard();
            setNote("");
          }}
        />
      ) : null}
      {isSaving ? (
        <SaveDialog
          base={base}
          sessions={sessions}
          initialNote={note}
          onClose={() => setSaving(false)}
          onSaved={(version) => {
            setLastSaved(version);
            setSaving(false);
            setNote("");
          }}
        />
      ) : null}
    </>
  );
}

const LOOK_AGAIN_MS = 2_000;
/** An analysis that keeps failing is no reason to ask every two seconds for ever. */
const PATIENT_AFTER_LOOKS = 60;
const LOOK_PATIENTLY_MS = 30_000;

/** The policy as it stands now; looked at again while sessions wait for the version in force. */
function useCurrent(base: Base, policy: PolicyView): PolicyView {
  const trpc = useTRPC();
  const { data } = useQuery({
    ...trpc.policy.get.queryOptions(base),
    initialData: policy,
    refetchInterval({ state }) {
      if (isAllJudged((state.data ?? policy).judged, policy.version)) return false;
      return state.dataUpdateCount > PATIENT_AFTER_LOOKS ? LOOK_PATIENTLY_MS : LOOK_AGAIN_MS;
    },
  });
  return data;
}

/** Somebody else saved while the page was open. */
function NewerVersion({ version }: { version: number }) {
  const router = useRouter();
  return (
    <Notice
      tone="info"
      live="status"
      action={
        <Button size="sm" onClick={() => router.refresh()}>
          Show v{version}
        </Button>
      }
    >
      Policy v{version} came into force meanwhile. What you changed here stays and is made over it.
    </Notice>
  );
}

type MetaProps = { policy: PolicyView; judged: PolicyView["judged"]; nowIso: string; timeZone: string };

function Meta({ policy, judged, nowIso, timeZone }: MetaProps) {
  const { version, by, at } = policy;
  return (
    <>
      <span>
        {at === null ? (
          "In force, nothing was changed yet"
        ) : (
          <>
            v{version} in force since <RelativeTime iso={at} nowIso={nowIso} timeZone={timeZone} look="absolute" />
            {by ? `, by ${by}` : ""}
          </>
        )}
      </span>
      <span role="status">{judgedWords(judged, version)}</span>
    </>
  );
}
