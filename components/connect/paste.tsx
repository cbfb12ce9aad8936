"use client";

import { useState } from "react";
import type { ConnectClient } from "@/server/core/connect/clients";
import { CodeBlock } from "../ui/code-block";
import { Choices } from "./choices";
import { pasteBlock, SYSTEM_WORDS, SYSTEMS, type System } from "./paste-block";

type PasteProps = { origin: string; client: ConnectClient };

const OPTIONS = SYSTEMS.map((value) => ({ value, label: SYSTEM_WORDS[value] }));

/** The one block that does it all. */
export function Paste({ origin, client }: PasteProps) {
  const [system, setSystem] = useState<System>("posix");
  return (
    <>
      <Choices label="System" options={OPTIONS} value={system} onChange={setSystem} />
      <CodeBlock code={pasteBlock(origin, client, system)} label="the block for your terminal" copy tone="accent" />
      <p className="text-xs text-pretty text-ink-3">
        It needs Node 20.19 or newer. The sign-in asks for the key, so that the key stays out of your shell’s history.
        Before anything is written, the change is shown and asked about; <code>--undo</code> puts every file back.
      </p>
    </>
  );
}
