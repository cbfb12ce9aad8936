"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { KeyView } from "@/server/api/routers/keys/list";
import { useTRPCClient } from "../api/trpc";
import { FaultNotice } from "../settings/fault-notice";
import { useChange } from "../settings/use-change";
import { projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { type Crumb, PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table } from "../ui/table";
import { CreateKeyDialog } from "./create-key-dialog";
import { keyColumns } from "./key-columns";

type Named = { slug: string; name: string };

type KeysScreenProps = {
  team: string;
  project: Named;
  projects: readonly Named[];
  keys: readonly KeyView[];
  crumbs: readonly Crumb[];
  /** The server's clock and the project's zone, for "3 min ago". */
  nowIso: string;
  timeZone: string;
};

/** A team's API keys: made, listed and ended. The secret of a new one is shown once. */
export function KeysScreen({ team, project, projects, keys, crumbs, nowIso, timeZone }: KeysScreenProps) {
  const [creating, setCreating] = useState(false);
  const api = useTRPCClient();
  const { run, fault } = useChange();
  const others = keys.some(({ isYours }) => !isYours);
  const active = keys.filter(({ state }) => state === "active").length;
  const revoke = ({ id, name }: KeyView) =>
    void run({
      change: () => api.keys.revoke.mutate({ team, id }),
      said: () => `${name} is revoked. Whatever uses it stops at once.`,
      undo: () => api.keys.restore.mutate({ team, id }),
    });
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
      New key
    </Button>
  );
  return (
    <>
      <PageHead
        title="API keys"
        crumbs={crumbs}
        note={keys.length === 0 ? undefined : `${active} active`}
        actions={keys.length === 0 ? undefined : create}
      />
      <Sheet>
        <FaultNotice fault={fault} />
        <Table
          caption="API keys, newest first"
          columns={keyColumns({ nowIso, timeZone, showPerson: others, onRevoke: revoke })}
          rows={keys}
          rowKey={({ id }) => id}
          empty={
            <EmptyState action={create}>
              No keys yet. An agent or the <code>steward</code> command uses one to upload sessions in your name.{" "}
              <Link href={`${projectHref({ team, project: project.slug })}/settings/connect`}>Connect an agent</Link>{" "}
              makes one on the way.
            </EmptyState>
          }
        />
      </Sheet>
      {creating ? (
        <CreateKeyDialog team={team} project={project} projects={projects} onClose={() => setCreating(false)} />
      ) : null}
    </>
  );
}
