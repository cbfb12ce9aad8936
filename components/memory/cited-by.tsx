"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Citation, Citations } from "@/server/core/decisions/attention";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import { viewHref } from "../sessions/session-view";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { formatDay } from "../ui/format";
import { Link } from "../ui/link";
import { roomHref } from "./links";

type CitedByProps = { base: Base; number: number; first: Citations; timeZone: string };

/** Who names this decision, the newest first. */
export function CitedBy({ base, number, first, timeZone }: CitedByProps) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [more, setMore] = useState<Citations | null>(null);
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const rows = [...first.rows, ...(more?.rows ?? [])];
  const cursor = (more ?? first).nextCursor;
  const load = async () => {
    setState("busy");
    try {
      const page = await client.fetchQuery(trpc.decisions.citedBy.queryOptions({ ...base, number, cursor }));
      setMore({ rows: [...(more?.rows ?? []), ...page.rows], nextCursor: page.nextCursor });
      setState("idle");
    } catch {
      setState("failed");
    }
  };
  return (
    <section aria-label="Cited by">
      <h3 className="mb-1.5">Cited by</h3>
      {rows.length === 0 ? <p className="text-ink-3">Nothing names it yet.</p> : null}
      <ul className="grid gap-2">
        {rows.map((row) => (
          <li key={`${row.kind} ${row.number} ${row.run ?? ""}`} className="[overflow-wrap:anywhere]">
            <Link href={hrefOf(base, row)} className="font-mono">
              {nameOf(row)}
            </Link>{" "}
            {row.title}
            <span className="block text-ink-3">{formatDay(row.at, timeZone)}</span>
          </li>
        ))}
      </ul>
      {cursor === null ? null : (
        <Button size="sm" className="mt-2" loading={state === "busy"} onClick={() => void load()}>
          {state === "failed" ? "Try again" : "Show more"}
        </Button>
      )}
    </section>
  );
}

function nameOf({ kind, number, run }: Citation): string {
  return kind === "run" ? `S-${number} run ${run}` : recordRef(kind, number);
}

const ROOMS = { decision: "decisions", failure: "failures", handoff: "handoffs", summary: "summaries" } as const;

function hrefOf(base: Base, { kind, number, run }: Citation): string {
  if (kind !== "run") return roomHref(base, ROOMS[kind], {}, number);
  return viewHref(base, number, "runs", { run: String(run) });
}
