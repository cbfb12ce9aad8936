import { connectChanges, textOf } from "@/server/core/connect/changes";
import { type ConnectClient, ROOT_WORDS } from "@/server/core/connect/clients";
import { ON_PATH } from "@/server/core/connect/program";

export interface FileByHand {
  /** As people write it: `~/.codex/hooks.json`. */
  readonly file: string;
  readonly text: string;
  /** A file of our own; the others may have more in them. */
  readonly isOurs: boolean;
}

/** What `steward connect` would write into a person's own files, with the command on the PATH and the key in a variable. */
export function filesByHand(
  client: ConnectClient,
  { origin, project }: { readonly origin: string; readonly project: string },
): FileByHand[] {
  const plan = {
    scope: "user",
    server: origin,
    project,
    key: { from: "environment" },
    steward: ON_PATH,
    shell: "posix",
  } as const;
  return connectChanges(client, plan).map((change) => ({
    file: `${ROOT_WORDS[change.place.root]}/${change.place.path}`,
    text: textOf(change),
    isOurs: change.kind === "text",
  }));
}
