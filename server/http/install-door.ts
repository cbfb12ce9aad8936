import { env } from "../env";
import { createInstallDoor, type InstallDoor } from "./install";

let door: InstallDoor | undefined;

/** Made on the first request: builds have no environment. */
export function installDoor(): InstallDoor {
  door ??= createInstallDoor({ baseUrl: env().STEWARD_BASE_URL });
  return door;
}
