"use client";

import { useState } from "react";
import { CONNECT_CLIENTS, CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { InlineKey } from "../onboarding/inline-key";
import { useOrigin } from "../onboarding/use-origin";
import { useSetupProgress } from "../onboarding/use-setup-progress";
import { SettingsSection } from "../settings/section";
import type { Base } from "../telemetry/links";
import { Monogram } from "../ui/monogram";
import { type Crumb, PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Arrival } from "./arrival";
import { ByHand } from "./by-hand";
import { Choices } from "./choices";
import { Paste } from "./paste";
import { words } from "./words";

type ConnectScreenProps = {
  base: Base;
  crumbs: readonly Crumb[];
  /** From the address. */
  client: ConnectClient;
  /** Whether this person may upload to the project, and so connect something. */
  mayUpload: boolean;
};

const OPTIONS = CONNECT_CLIENTS.map((value, at) => ({
  value,
  label: (
    <>
      <Monogram name={value} category={at % 8} />
      {CONNECT_GUIDES[value].title}
    </>
  ),
}));

/** Connects one agent: pick it, paste one block, see the first event come in. */
export function ConnectScreen({ base, crumbs, client: first, mayUpload }: ConnectScreenProps) {
  const [client, setClient] = useState(first);
  const origin = useOrigin();
  const progress = useSetupProgress(base);
  const { title, after } = CONNECT_GUIDES[client];
  function choose(next: ConnectClient) {
    setClient(next);
    // The address names what is shown, without a page of the history for each look.
    window.history.replaceState(null, "", `?client=${next}`);
  }
  return (
    <>
      <PageHead title="Connect an agent" crumbs={crumbs} />
      <Sheet>
        {mayUpload ? (
          <>
            <SettingsSection title="Agent" hint="Each is connected by itself; a team may use several at once.">
              <Choices label="Agent" options={OPTIONS} value={client} onChange={choose} />
            </SettingsSection>
            <SettingsSection title="Key" hint="The sign-in below asks for it.">
              <InlineKey base={base} hasKey={progress?.hasKey ?? false} />
            </SettingsSection>
            <SettingsSection title="Paste into a terminal" hint={`On the machine where ${title} runs.`}>
              <Paste origin={origin} client={client} />
            </SettingsSection>
            <SettingsSection title="Then">
              <ul className="grid list-disc gap-1 pl-4 text-pretty">
                {after.map((sentence) => (
                  <li key={sentence}>{words(sentence)}</li>
                ))}
              </ul>
              {/* Another client is another wait. */}
              <Arrival key={client} base={base} client={client} />
            </SettingsSection>
            <SettingsSection title="By hand" hint="What the command writes, for those who want to read it first.">
              <ByHand origin={origin} project={base.project} client={client} />
            </SettingsSection>
          </>
        ) : (
          <EmptyState>Your role reads this project. A member connects agents to it.</EmptyState>
        )}
      </Sheet>
    </>
  );
}
