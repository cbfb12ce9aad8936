/**
 * Where an imported record came from: `import:S3:DEC-001:Use Zustand instead of Redux`. The same place never gives a
 * second record, also where its number was taken and it got another. The session is a number of the project that wrote
 * the file, and stands for no session here.
 */
export function importKey(from: {
  readonly key: string;
  readonly title: string;
  readonly session?: number | null;
}): string {
  const session = from.session ?? null;
  return `import:S${session ?? ""}:${from.key}:${from.title}`.slice(0, MAX_KEY_CHARACTERS);
}

const MAX_KEY_CHARACTERS = 500;

/** The session that an imported record's file named; null for every other record. */
export function sessionOfSourceKey(key: string | null): number | null {
  const digits = /^import:S(\d{1,9}):/.exec(key ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
}
