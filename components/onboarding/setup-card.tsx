"use client";

import { Check, X } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { doneSteps, SETUP_STEPS, type SetupProgress, type SetupStep } from "@/server/core/setup/progress";
import { type Base, projectHref } from "../telemetry/links";
import { IconButton } from "../ui/button";
import { Link } from "../ui/link";
import { SETUP_DISMISSED_COOKIE } from "./dismissed";
import { useSetupProgress } from "./use-setup-progress";

const WORDS: Readonly<Record<SetupStep, string>> = {
  key: "A key",
  session: "The first session",
  chart: "The first chart",
  teammate: "A teammate",
};

type SetupCardProps = { base: Base; initial: SetupProgress; wasDismissed: boolean };

/**
 * What is still missing in a young project, above its overview until all is done or it is sent away. It lives in the
 * frame, so that every page of the project changes when the first session and the first chart are there.
 */
export function SetupCard({ base, initial, wasDismissed }: SetupCardProps) {
  const progress = useSetupProgress(base, initial) ?? initial;
  const [dismissed, setDismissed] = useState(wasDismissed);
  const isOverview = usePathname() === projectHref(base);
  useRefreshOnArrival(progress);
  const done = doneSteps(progress);
  // Without sessions the page itself is the list of steps.
  if (dismissed || !isOverview || progress.sessions === 0 || done.size === SETUP_STEPS.length) return null;
  return (
    <section
      aria-label="Set up this project"
      className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1.5 rounded-lg border border-line-strong bg-surface py-2 pr-2 pl-4 text-xs max-md:mx-3.5"
    >
      <h2 className="text-sm!">
        Set up: {done.size} of {SETUP_STEPS.length}
      </h2>
      <ul className="flex flex-1 flex-wrap gap-x-4 gap-y-1">
        {SETUP_STEPS.map((step) => (
          <li key={step} className="flex items-center gap-1.5 text-ink-2">
            <StepMark isDone={done.has(step)} />
            {done.has(step) ? WORDS[step] : <NextStep step={step} base={base} progress={progress} />}
          </li>
        ))}
      </ul>
      <IconButton
        size="sm"
        label="Put this list away"
        icon={<X aria-hidden />}
        onClick={() => {
          remember(base);
          setDismissed(true);
        }}
      />
    </section>
  );
}

function StepMark({ isDone }: { isDone: boolean }) {
  return (
    <span
      className={`data-fill grid size-4 place-items-center border-[1.5px] ${isDone ? "border-accent bg-accent text-on-accent" : "border-control"}`}
    >
      {isDone ? <Check className="size-3!" aria-hidden /> : null}
      <span className="sr-only">{isDone ? "Done:" : "To do:"}</span>
    </span>
  );
}

type NextStepProps = { step: SetupStep; base: Base; progress: SetupProgress };

function NextStep({ step, base, progress }: NextStepProps): ReactNode {
  if (step === "chart") return <span role="status">The first chart is on its way</span>;
  if (step === "teammate" && progress.may.invite) {
    return (
      <Link href={`/${encodeURIComponent(base.team)}/settings/members`} prefetch={false}>
        Invite a teammate
      </Link>
    );
  }
  return WORDS[step];
}

/** The server's part of the page knows nothing of what arrived since. */
function useRefreshOnArrival({ sessions, analysed }: SetupProgress): void {
  const router = useRouter();
  const stage = Number(sessions > 0) + Number(analysed > 0);
  const shown = useRef(stage);
  useEffect(() => {
    if (stage > shown.current) router.refresh();
    shown.current = stage;
  }, [stage, router]);
}

const YEAR_S = 365 * 24 * 60 * 60;

/** In this browser, for this project; a cookie, so that the server leaves the card out from the first paint. */
function remember(base: Base): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari.
  document.cookie = `${SETUP_DISMISSED_COOKIE}=1; path=${projectHref(base)}; max-age=${YEAR_S}; samesite=lax`;
}
