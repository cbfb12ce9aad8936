// Finds the steward command and runs it in this process: a second one would double what a hook costs.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

const { env, platform } = process;
const args = process.argv.slice(2);

/** Where the plugin keeps its own data, and where the one-line install puts the bundle. */
function bundles() {
  const data =
    platform === "win32"
      ? env.LOCALAPPDATA || path.join(os.homedir(), "AppData", "Local")
      : env.XDG_DATA_HOME || path.join(os.homedir(), ".local", "share");
  const folders = [env.CLAUDE_PLUGIN_DATA, path.join(data, "context-steward")];
  return folders.filter(Boolean).map((folder) => path.join(folder, "steward.mjs"));
}

function onPath() {
  const names = platform === "win32" ? ["steward.cmd", "steward.exe"] : ["steward"];
  const folders = (env.PATH ?? env.Path ?? "").split(path.delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => path.join(folder, name))).find((file) => existsSync(file));
}

/** What the plugin was configured with counts where it names a key; else the login of the command does. */
function takeOptions() {
  const option = (name) => env[`CLAUDE_PLUGIN_OPTION_${name}`] || env[`CLAUDE_PLUGIN_OPTION_${name.toUpperCase()}`];
  const [server, key] = [option("server_url"), option("api_key")];
  if (!server || !key) return;
  env.STEWARD_SERVER ||= server;
  env.STEWARD_KEY ||= key;
}

/** A hook never breaks its client, so that a missing command is told once a session and is no failure. */
function tellMissing() {
  if (args[0] !== "hook") return;
  const payload = readFileSync(0, "utf8");
  if (!/"hook_event_name"\s*:\s*"SessionStart"/.test(payload)) return;
  const systemMessage =
    "Context Steward: the steward command was not found, so this session is not sent. Install it as the page Settings, Connect of your server shows.";
  process.stdout.write(`${JSON.stringify({ systemMessage })}\n`);
}

async function start(file) {
  process.argv = [process.argv[0], file, ...args];
  await import(pathToFileURL(file).href);
}

/** A script or a program: it runs beside this one. Windows starts a `.cmd` by its shell only, which takes blanks apart. */
async function startBeside(file) {
  const { spawnSync } = await import("node:child_process");
  const isWindows = platform === "win32";
  process.exitCode =
    spawnSync(isWindows ? `"${file}"` : file, args, { stdio: "inherit", shell: isWindows }).status ?? 0;
}

takeOptions();
const bundle = bundles().find((file) => existsSync(file));
const command = bundle ?? onPath();
const script = command && (bundle ?? realpathSync(command));
if (!command) tellMissing();
else if (/\.[cm]?js$/.test(script)) await start(script);
else await startBeside(command);
