"use client";

import { Lock, X } from "lucide-react";
import { ownPaths } from "@/server/core/policy/merge";
import type { PrunePolicy } from "@/server/core/prune/model";
import { POLICIES } from "@/server/core/prune/policy";
import { IconButton } from "../ui/button";
import { Chip } from "../ui/chip";
import { Table, type TableColumn } from "../ui/table";
import { useDraft } from "./draft";
import { PolicySection } from "./parts";
import { PatternForm } from "./pattern-form";
import { PhraseList } from "./phrase-list";
import { TestBox } from "./test-box";

type Row = { pattern: string; reason: string; kind: "Core" | "Safety" | "Yours"; isFixed: boolean; isNew: boolean };

/** Files, tools and phrases that win over every pass. */
export function ProtectedSection() {
  return (
    <PolicySection
      id="policy-protected"
      title="Never touched"
      lead="Protected wins over every pass. A pattern that cannot be read keeps everything until it is corrected."
    >
      <Files />
      <TestBox />
      <Tools />
      <PhraseList />
    </PolicySection>
  );
}

function Files() {
  const { policy, saved, change } = useDraft();
  const preset = POLICIES[policy.preset];
  const fixed = preset.protectedPaths.map(({ pattern, reason, category }): Row => {
    return { pattern, reason, kind: category === "core" ? "Core" : "Safety", isFixed: true, isNew: false };
  });
  const own = ownPaths(preset, policy.protectedPaths).map(({ pattern, reason }): Row => {
    const isNew = !saved.protectedPaths.some((row) => row.pattern === pattern && row.reason === reason);
    return { pattern, reason, kind: "Yours", isFixed: false, isNew };
  });
  const remove = (pattern: string) =>
    change((current) => ({
      ...current,
      protectedPaths: current.protectedPaths.filter((row) => row.pattern !== pattern),
    }));
  return (
    <>
      <h3 className="mb-1">Files</h3>
      {own.length > 0 ? <PatternTable caption="Protected files of this project" rows={own} onRemove={remove} /> : null}
      <details className="mt-1">
        <summary className="link inline-block min-h-6 text-xs">
          {fixed.length} patterns are always on: plans, rules, decisions and failures
        </summary>
        <PatternTable caption="Files that are always protected" rows={fixed} onRemove={remove} />
      </details>
      <PatternForm
        list="protectedPaths"
        label="Add a pattern of files"
        placeholder="src/ledger/**/*.sql"
        taken={[...fixed, ...own].map(({ pattern }) => pattern)}
        onAdd={(row) =>
          change((current) => ({
            ...current,
            protectedPaths: [...current.protectedPaths, { ...row, category: "project" }],
          }))
        }
      />
    </>
  );
}

function Tools() {
  const { policy, saved, change } = useDraft();
  const rows = policy.protectedTools.map(({ pattern, reason }): Row => {
    const isNew = !saved.protectedTools.some((row) => row.pattern === pattern && row.reason === reason);
    return { pattern, reason, kind: "Yours", isFixed: false, isNew };
  });
  const set = (protectedTools: PrunePolicy["protectedTools"]) => change((current) => ({ ...current, protectedTools }));
  return (
    <div className="mt-6">
      <h3 className="mb-1">Tools</h3>
      {rows.length === 0 ? (
        <p className="text-ink-3">
          None. Results of a protected tool always stay, such as those of an MCP server that loads instructions.
        </p>
      ) : (
        <PatternTable
          caption="Protected tools"
          rows={rows}
          onRemove={(pattern) => set(policy.protectedTools.filter((row) => row.pattern !== pattern))}
        />
      )}
      <PatternForm
        list="protectedTools"
        label="Add a pattern of tools"
        placeholder="mcp__instructions__*"
        taken={rows.map(({ pattern }) => pattern)}
        onAdd={(row) => set([...policy.protectedTools, row])}
      />
    </div>
  );
}

type PatternTableProps = { caption: string; rows: readonly Row[]; onRemove: (pattern: string) => void };

function PatternTable({ caption, rows, onRemove }: PatternTableProps) {
  const { denied } = useDraft();
  const columns: TableColumn<Row>[] = [
    {
      key: "pattern",
      head: "Pattern",
      rowHeader: true,
      phone: "main",
      cell: ({ pattern, isNew }) => (
        <span className="flex flex-wrap items-center gap-2">
          <code className="[overflow-wrap:anywhere]">{pattern}</code>
          {isNew ? <Chip tone="info">new</Chip> : null}
        </span>
      ),
    },
    { key: "kind", head: "Whose", phone: "hide", cell: ({ kind }) => <span className="text-ink-3">{kind}</span> },
    { key: "reason", head: "Why", phone: "wide", cell: ({ reason }) => <span className="text-ink-2">{reason}</span> },
    {
      key: "remove",
      head: "Remove",
      hideHead: true,
      align: "end",
      phone: "side",
      cell: ({ pattern, isFixed }) =>
        isFixed ? (
          <span title="Always on" className="inline-grid size-6 place-items-center text-ink-3">
            <Lock className="size-3.5!" aria-hidden />
            <span className="sr-only">always on</span>
          </span>
        ) : (
          <IconButton
            label={`Remove ${pattern}`}
            size="sm"
            icon={<X aria-hidden />}
            disabledReason={denied}
            onClick={() => onRemove(pattern)}
          />
        ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={rows} rowKey={({ pattern }) => pattern} flush dense />;
}
