/** The stem of the file that a test is named after: `a.test.ts` and `test_a.py` to `a`; null for other names. */
export function testTargetStem(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const script = /^(.+?)\.(?:int\.|e2e\.|unit\.)?(?:test|spec|cy)\.[cm]?[jt]sx?$/.exec(name)?.[1];
  if (script) return script;
  return /^test_(.+)\.py$/.exec(name)?.[1] ?? /^(.+)_test\.(?:py|go)$/.exec(name)?.[1] ?? null;
}
