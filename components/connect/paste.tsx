"use client";

import { type ReactNode, useState } from "react";
import { CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { CodeBlock } from "../ui/code-block";
import { Choices } from "./choices";
import { pasteBlock, SYSTEM_WORDS, SYSTEMS, type System } from "./paste-block";

type PasteProps = {
  origin: string;
  /** Null: whichever are on the machine. */
  client: ConnectClient | null;
};

const OPTIONS = SYSTEMS.map((value) => ({ value, label: SYSTEM_WORDS[value] }));

/** The one block that does it all. */
export function Paste({ origin, client }: PasteProps) {
  const [system, setSystem] = useState<System>("posix");
  return (
    <>
      <Choices label="System" options={OPTIONS} value={system} onChange={setSystem} />
      <CodeBlock code={pasteBlock(origin, client, system)} label="the block for your terminal" copy tone="accent" />
      <p className="text-xs text-pretty text-ink-3">
        It needs Node 20.19 or newer. The sign-in asks for the key, so that the key stays out of your shell’s history.{" "}
        {lastWords(client)}
      </p>
    </>
  );
}

function lastWords(client: ConnectClient | null): ReactNode {
  if (client === null) return "Its last step lists the agents on that machine and says how to connect one.";
  if (CONNECT_GUIDES[client].scopes.length === 0) return "Paste it in the folder of the repository.";
  return (
    <>
      Before anything is written, the change is shown and asked about; <code>--undo</code> puts every file back.
    </>
  );
}
