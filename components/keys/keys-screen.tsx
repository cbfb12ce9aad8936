"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import type { KeyView } from "@/server/api/routers/keys/list";
import { Button } from "../ui/button";
import { type Crumb, PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { Table } from "../ui/table";
import { CreateKeyDialog } from "./create-key-dialog";
import { keyColumns } from "./key-columns";
import { RevokeKeyDialog } from "./revoke-key-dialog";

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
  const [revoking, setRevoking] = useState<KeyView | null>(null);
  const others = keys.some(({ isYours }) => !isYours);
  const active = keys.filter(({ state }) => state === "active").length;
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
        <Table
          caption="API keys, newest first"
          columns={keyColumns({ nowIso, timeZone, showPerson: others, onRevoke: setRevoking })}
          rows={keys}
          rowKey={({ id }) => id}
          empty={
            <EmptyState action={create}>
              No keys yet. An agent or the <code>steward</code> command uses one to upload sessions in your name.
            </EmptyState>
          }
        />
      </Sheet>
      {creating ? (
        <CreateKeyDialog team={team} project={project} projects={projects} onClose={() => setCreating(false)} />
      ) : null}
      {revoking ? <RevokeKeyDialog team={team} apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </>
  );
}
