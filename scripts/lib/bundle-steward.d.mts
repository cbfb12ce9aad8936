/** Types of bundle-steward.mjs for tests and benches. */
export function bundleSteward(outfile: string, define?: Readonly<Record<string, string>>): Promise<void>;
