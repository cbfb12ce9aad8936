import { stat } from "node:fs/promises";
import { CONNECT_CLIENTS, CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { CliFault } from "../fault";
import { readText } from "./files";
import { type HookSource, hookSources, writtenChanges } from "./hook-sources";
import { fileAt, type Machine } from "./machine";
import { hasOurs } from "./planned-files";

type ConnectState = "connected" | "partly" | "not connected" | "by hand";

interface InstalledClient {
  readonly client: ConnectClient;
  readonly title: string;
  readonly isInstalled: boolean;
  readonly user: ConnectState;
  readonly project: ConnectState;
  /** All that makes it run our hooks. */
  readonly hooks: readonly HookSource[];
  /** What cannot be read, and why. */
  readonly fault: string | null;
}

/** Clients whose folders are on this machine, and how far each is connected. Nothing is run and nothing written. */
export async function findInstalled(machine: Machine): Promise<InstalledClient[]> {
  return Promise.all(CONNECT_CLIENTS.map((client) => lookAt(machine, client)));
}

async function lookAt(machine: Machine, client: ConnectClient): Promise<InstalledClient> {
  const { title, traces, scopes } = CONNECT_GUIDES[client];
  const found = await Promise.all(traces.map((place) => stat(fileAt(machine, place)).catch(() => null)));
  const base = { client, title, isInstalled: found.some((one) => one !== null) };
  try {
    const user = scopes.includes("user") ? await stateIn(machine, client, "user") : "by hand";
    const project = await projectState(machine, client);
    return { ...base, user, project, hooks: await hookSources(machine, client), fault: null };
  } catch (error) {
    if (!(error instanceof CliFault)) throw error;
    return { ...base, user: "not connected", project: "not connected", hooks: [], fault: error.message };
  }
}

async function projectState(machine: Machine, client: ConnectClient): Promise<ConnectState> {
  if (!CONNECT_GUIDES[client].scopes.includes("project")) return "by hand";
  // In the home folder the same files are the person's own.
  return machine.project === machine.home ? "not connected" : stateIn(machine, client, "project");
}

async function stateIn(machine: Machine, client: ConnectClient, scope: "user" | "project"): Promise<ConnectState> {
  // The skill alone connects nothing, and several clients share it.
  const told = writtenChanges(client, scope).filter(({ place }) => !place.path.endsWith("SKILL.md"));
  const has = await Promise.all(
    told.map(async (change) => {
      const file = fileAt(machine, change.place);
      const text = await readText(file);
      return text !== null && hasOurs(file, text, change, client);
    }),
  );
  if (has.every(Boolean)) return "connected";
  return has.some(Boolean) ? "partly" : "not connected";
}
