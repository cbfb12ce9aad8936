/**
 * Loaded into each child before its own code (`node --import`). The channel to the launcher closes when the launcher
 * dies, even by kill -9; the child then ends too, so that the next start finds port and jobs free.
 */
const FORCED_AFTER_MS = 5_000;

process.on("disconnect", () => {
  setTimeout(() => process.exit(1), FORCED_AFTER_MS).unref();
  process.kill(process.pid, "SIGTERM");
});
process.channel?.unref(); // Listening must not keep a child alive that has nothing left to do.
