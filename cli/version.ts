import { CONTRACT_VERSION } from "@/server/core/events/limits";

/** The build puts them in; the contract only where a test wants another one. */
declare const STEWARD_VERSION: string | undefined;
declare const STEWARD_CONTRACT: number | undefined;

/** Version of the product that this command was built from. */
export const CLI_VERSION = typeof STEWARD_VERSION === "string" ? STEWARD_VERSION : "unknown";
export const CLI_CONTRACT = typeof STEWARD_CONTRACT === "number" ? STEWARD_CONTRACT : CONTRACT_VERSION;
