/** The program behind `npm run quickstart`, once everything is installed and built. */
import { launch } from "./launch";
import { readOptions, USAGE } from "./options";
import { terminalReport } from "./report";

/** npm passes on the Ctrl-C that the terminal already sent to us, so one press can arrive twice. */
const SAME_PRESS_MS = 500;

const report = terminalReport();
let stop: () => Promise<void> = async () => {};
let firstSignalAt: number | undefined;

async function onSignal(): Promise<void> {
  if (firstSignalAt !== undefined) {
    if (Date.now() - firstSignalAt > SAME_PRESS_MS) report.note("Stopping; the database needs a moment to close.");
    return;
  }
  firstSignalAt = Date.now();
  report.say("");
  try {
    await stop();
    process.exit(0);
  } catch (error) {
    report.fail(error);
    process.exit(1);
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void onSignal());

try {
  const options = readOptions(process.argv.slice(2));
  if (options.help) report.say(USAGE);
  else {
    const onStopper = (stopper: () => Promise<void>) => {
      stop = stopper;
    };
    await launch({ ...options, report, onStopper });
  }
} catch (error) {
  report.fail(error);
  process.exit(1);
}
