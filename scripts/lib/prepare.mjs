// What has to be there before anything runs: Node, packages, the generated database client, the build.
import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { hashOf, isStamped, stamp } from "./stamps.mjs";
import { root, run, runBin, StepError, step } from "./steps.mjs";

const LOGS = path.join(root, "node_modules/.cache/steward");
const NODE_NEEDED = [20, 19];

const INSTALL_STAMP = "node_modules/.steward-installed";
const GENERATE_STAMP = "server/db/generated/.steward-generated";
const BUILD_STAMP = "dist/.steward-built";

/** What the build depends on. */
const BUILD_SOURCES = [
  "app",
  "cli",
  "components",
  "integrations",
  "prisma",
  "public",
  "scripts/build.mjs",
  "server",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "proxy.ts",
  "tsconfig.json",
];

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = NODE_NEEDED;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new StepError(
    `This is Node ${process.versions.node}; ${NODE_NEEDED.join(".")} or newer is needed.`,
    "Install a newer one from https://nodejs.org, or with a version manager: nvm install 22",
  );
}

/** `npm ci`, unless node_modules already is what package-lock.json says. */
export async function ensureInstalled() {
  const hash = hashOf(["package-lock.json"], `${process.platform}-${process.arch}`);
  if (existsSync(path.join(root, "node_modules")) && isStamped(INSTALL_STAMP, hash)) return;
  if (!matchesLock()) await step("install packages", install);
  stamp(INSTALL_STAMP, hash);
}

async function install() {
  // npm tells its scripts where it is; plain `node scripts/quickstart.mjs` finds it on the path.
  const npm = process.env.npm_execpath;
  // The build needs development packages too, also where NODE_ENV=production would leave them out.
  const args = ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  const options = { logFile: path.join(root, "dist/logs/install.log") }; // npm ci empties node_modules.
  const inNode = npm !== undefined && /\.c?js$/.test(npm);
  await (inNode ? run(process.execPath, [npm, ...args], options) : run("npm", args, options));
}

/** True when each installed package has its version of package-lock.json and none but optional ones is missing. */
function matchesLock() {
  const hidden = path.join(root, "node_modules/.package-lock.json");
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
  const there = JSON.parse(readFileSync(hidden, "utf8")).packages;
  return Object.entries(wanted).every(([name, { version, optional, devOptional, peer }]) => {
    if (name === "") return true;
    const found = there[name];
    return found ? found.version === version : Boolean(optional || devOptional || peer);
  });
}

/** `prisma generate`, unless the client was generated from this schema. */
export async function ensureGenerated() {
  const hash = hashOf(["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"]);
  if (isStamped(GENERATE_STAMP, hash)) return;
  await step("generate the database client", async () => {
    const env = { PRISMA_HIDE_UPDATE_MESSAGE: "1", CHECKPOINT_DISABLE: "1" };
    await runBin("prisma", ["generate"], { logFile: path.join(LOGS, "generate.log"), env });
  });
  stamp(GENERATE_STAMP, hash);
}

/** The production build, unless it was made from these sources; `always` makes it anew in any case. */
export async function ensureBuilt({ always = false } = {}) {
  const hash = hashOf(BUILD_SOURCES, process.versions.node.split(".")[0]);
  const made = isStamped(BUILD_STAMP, hash) && existsSync(path.join(root, ".next/standalone/server.js"));
  if (made && !always) return;
  rmSync(path.join(root, BUILD_STAMP), { force: true }); // A build that is cut short must not look whole.
  await step("production build", () =>
    run(process.execPath, [path.join(root, "scripts/build.mjs")], { logFile: path.join(LOGS, "build.log") }),
  );
  stamp(BUILD_STAMP, hash);
}
