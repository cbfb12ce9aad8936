import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import type { Right } from "../core/access/rights";
import type { ProjectScope } from "../core/access/scope";
import type { Result } from "../core/result";
import type { Deps } from "../services/deps";
import type { KeyPrincipal } from "./project-of-key";

/** What a tool, a resource or a prompt runs in: the key's project is known. */
export interface KeyWorld {
  readonly deps: Deps;
  readonly principal: KeyPrincipal;
  readonly scope: ProjectScope;
}

export interface Tool {
  readonly listed: ListedTool;
  /** Listed for keys that have one of these; the tool itself asks for what its arguments need. */
  readonly rights: readonly Right[];
  readonly run: (world: KeyWorld, args: Readonly<Record<string, unknown>>) => Promise<Result<CallToolResult>>;
}
