import { createHash } from "node:crypto";
import type { SummaryModel } from "./summary-model";

const MOST_ANSWERS = 200;

/**
 * Asks the model once for the same part: a run that follows its preview commits the text that was shown, at once. A
 * failure is not kept. Holds the newest answers of this process.
 */
export function rememberingModel(model: SummaryModel, most = MOST_ANSWERS): SummaryModel {
  const answers = new Map<string, Promise<string>>();
  return {
    write(instructions, range) {
      const key = createHash("sha256")
        .update(JSON.stringify([instructions, range]))
        .digest("hex");
      const known = answers.get(key);
      if (known) return known;
      const answer = model.write(instructions, range);
      answers.set(key, answer);
      answer.catch(() => answers.delete(key));
      const [oldest] = answers.keys();
      if (answers.size > most && oldest !== undefined) answers.delete(oldest);
      return answer;
    },
  };
}
