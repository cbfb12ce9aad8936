import { isHookCall, runHook } from "./hook/run-hook";

/**
 * Where the command begins. A hook is called at every step of an agent and has to return in milliseconds, so that nothing
 * else is loaded for it; every other command loads the rest.
 */
const args = process.argv.slice(2);
if (isHookCall(args)) {
  await runHook(args.slice(1), import.meta.url);
  process.exit(); // a question to a server that hangs would keep the process
} else {
  await (await import("./late")).runCommand();
}
