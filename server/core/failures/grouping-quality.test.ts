import { expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { groupFailures } from "./group-failures";
import { TWO_CAUSES } from "./testing/labelled-causes";
import { ONE_FAILURE } from "./testing/labelled-failures";
import type { Run } from "./testing/labelled-pair";

function fingerprintOf({ command, out, exit }: Run): string {
  const [failure, ...more] = groupFailures(aSession().ran(command, { exit, text: out }).build());
  if (!failure || more.length > 0) throw new Error(`${command} is not one failure`);
  return failure.fingerprint;
}

it("groups as a person does", ({ annotate }) => {
  const judged = [...ONE_FAILURE, ...TWO_CAUSES].map(({ what, one, other, isOne }) => {
    const [first, second] = [fingerprintOf(one), fingerprintOf(other)];
    return { what, isOne, isRight: (first === second) === isOne, first, second };
  });
  const wrong = judged.filter(({ isRight }) => !isRight);
  const count = (isOne: boolean) => judged.filter((pair) => pair.isOne === isOne);
  const right = (isOne: boolean) => count(isOne).filter(({ isRight }) => isRight).length;
  const said = `${right(true)} of ${count(true).length} failures found again, ${right(false)} of ${count(false).length} causes told apart`;
  process.stdout.write(`Grouping of failures: ${said}.\n`);
  void annotate(said);
  expect(judged.length).toBeGreaterThanOrEqual(40);
  expect(wrong).toEqual([]);
});
