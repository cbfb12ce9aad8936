/**
 * Whether marks, in order, tell another stage than the one that was told before. The first stage that is told switches
 * nothing: what came before it is unknown.
 */
export function changesStage(before: string | null, marks: readonly { readonly stage: string | null }[]): boolean {
  let known = before;
  for (const { stage } of marks) {
    if (stage === null) continue;
    if (known !== null && stage !== known) return true;
    known = stage;
  }
  return false;
}
