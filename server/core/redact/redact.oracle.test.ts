import { readFileSync } from "node:fs";
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { DEFAULT_SECRET_RULES } from "langsmith/anonymizer";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { redact } from "./redact";
import { ALPHANUMERIC, BASE64_URL, bodyMaker, HEX, plantedSecrets, UPPER } from "./testing/planted-secrets";

/** What secretlint calls a secret in a text. The file name ends in .json so that its rule for service accounts runs too. */
async function secretlintCatches(content: string, ext = ".txt"): Promise<string[]> {
  const result = await lintSource({
    source: { content, filePath: `/tmp/session${ext}`, ext, contentType: "text" },
    options: { config: { rules: [{ id: "preset", rule: creator }] }, noPhysicFilePath: true },
  });
  return result.messages.map((message) => content.slice(message.range[0], message.range[1]));
}

/**
 * The rule of langsmith that takes any value of six characters after a name such as `token` is left out: we ask for 16
 * characters and 3.5 bits each by design, since it also takes `privateKey: string,`.
 */
const langsmithRules = DEFAULT_SECRET_RULES.filter((rule) => !String(rule.pattern).includes("PASSWD"));

function langsmithCatches(content: string): string[] {
  return langsmithRules.flatMap(({ pattern }) =>
    Array.from(content.matchAll(new RegExp(pattern)), (match) => match[0]),
  );
}

const CONTEXTS: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => `key is ${secret}, thanks`,
  (secret) => `X_VALUE=${secret}\n`,
  (secret) => `value: ${secret}\nother: 1`,
  (secret) => JSON.stringify({ value: secret }),
  (secret) => JSON.stringify(JSON.stringify({ stdout: `line\n${secret}\n` })),
  (secret) => `https://acme.io/cb?x=${secret}&y=2`,
  (secret) => `<value>${secret}</value>`,
  (secret) => `['${secret}']`,
];

/** Shapes by prefix, with the alphabets and lengths around the bounds of both oracles. */
const SHAPES: readonly { prefix: string; alphabet: string; lengths: readonly number[]; suffix?: string }[] = [
  { prefix: `sk-${"ant-"}`, alphabet: BASE64_URL, lengths: [20, 21, 40, 95] },
  { prefix: `sk-${"ant-api03-"}`, alphabet: BASE64_URL, lengths: [90, 93, 128], suffix: "AA" },
  { prefix: `sk-${"proj-"}`, alphabet: BASE64_URL, lengths: [20, 48, 156] },
  { prefix: `sk-${"svcacct-"}`, alphabet: BASE64_URL, lengths: [20, 48] },
  { prefix: `sk-${"admin-"}`, alphabet: BASE64_URL, lengths: [20, 48] },
  { prefix: `sk${"-"}`, alphabet: ALPHANUMERIC, lengths: [32, 33, 48] },
  ...["p", "o", "u", "s", "r"].map((type) => ({ prefix: `gh${type}_`, alphabet: ALPHANUMERIC, lengths: [36, 37, 80] })),
  { prefix: `github_${"pat_"}`, alphabet: `${ALPHANUMERIC}_`, lengths: [82, 83] },
  { prefix: `gl${"pat-"}`, alphabet: BASE64_URL, lengths: [20, 26, 128] },
  ...["AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "A3TX"].map((prefix) => ({
    prefix,
    alphabet: UPPER,
    lengths: [16],
  })),
  { prefix: `AI${"za"}`, alphabet: BASE64_URL, lengths: [35] },
  { prefix: `ya${"29."}`, alphabet: BASE64_URL, lengths: [16, 60, 180] },
  ...["b", "p", "a", "o", "r", "s"].map((type) => ({
    prefix: `xox${type}-12345-`,
    alphabet: ALPHANUMERIC,
    lengths: [10, 24, 40],
  })),
  { prefix: `xa${"pp-"}1-A012-`, alphabet: ALPHANUMERIC, lengths: [10, 40] },
  { prefix: `https://hooks.${"slack"}.com/services/T0AB12CD/B0AB12CD/`, alphabet: ALPHANUMERIC, lengths: [16, 24, 40] },
  ...["sk_live_", "sk_test_", "rk_live_", "rk_test_"].map((prefix) => ({
    prefix,
    alphabet: ALPHANUMERIC,
    lengths: [20, 24, 99],
  })),
  { prefix: `npm${"_"}`, alphabet: ALPHANUMERIC, lengths: [36] },
  { prefix: `pypi-${"AgEIcHlwaS"}`, alphabet: BASE64_URL, lengths: [50, 160] },
  { prefix: `S${"G."}AbCdEfGhIjKlMnOpQrStU1.`, alphabet: BASE64_URL, lengths: [43] },
  { prefix: `lsv2_${"pt_"}`, alphabet: HEX, lengths: [32, 40] },
  { prefix: `ls_${"_"}`, alphabet: HEX, lengths: [16, 32] },
  { prefix: `h${"f_"}`, alphabet: ALPHANUMERIC.slice(0, 52), lengths: [34] },
  { prefix: `gs${"k_"}`, alphabet: ALPHANUMERIC, lengths: [52] },
  { prefix: `lin_${"api_"}`, alphabet: ALPHANUMERIC, lengths: [32, 40, 128] },
  { prefix: `nt${"n_"}12345678901`, alphabet: ALPHANUMERIC, lengths: [35] },
  { prefix: `sh${"pat_"}`, alphabet: ALPHANUMERIC, lengths: [32, 64] },
  { prefix: `gls${"a_"}${"a".repeat(16)}${"B1".repeat(8)}_`, alphabet: HEX, lengths: [8] },
  { prefix: `gl${"c_"}eyJ`, alphabet: ALPHANUMERIC, lengths: [32, 300] },
  { prefix: `ops_${"ey"}`, alphabet: ALPHANUMERIC, lengths: [100, 800], suffix: "fQ" },
  { prefix: `hv${"s."}`, alphabet: BASE64_URL, lengths: [90, 120] },
  { prefix: `hv${"b."}`, alphabet: BASE64_URL, lengths: [138, 300] },
  ...["vcp_", "vci_", "vca_", "vcr_", "vck_"].map((prefix) => ({
    prefix,
    alphabet: ALPHANUMERIC,
    lengths: [20, 24, 60],
  })),
  { prefix: `da${"pi"}`, alphabet: HEX, lengths: [32] },
  { prefix: `dckr_${"pat_"}`, alphabet: BASE64_URL, lengths: [27] },
  { prefix: `fi${"gd_"}`, alphabet: BASE64_URL, lengths: [40, 200] },
  { prefix: `ey${"J"}hbGciOiJIUzI1NiJ9.${"ey"}JzdWIiOiIxIn0.`, alphabet: BASE64_URL, lengths: [1, 10, 43] },
  { prefix: "Bearer ", alphabet: BASE64_URL, lengths: [16, 24, 64] },
  { prefix: "X-Api-Key: ", alphabet: ALPHANUMERIC, lengths: [20, 40] },
  { prefix: "authorization: ", alphabet: ALPHANUMERIC, lengths: [20, 40] },
  { prefix: "Authorization: token ", alphabet: ALPHANUMERIC, lengths: [20, 40] },
  { prefix: "aws_secret_access_key = ", alphabet: `${ALPHANUMERIC}/+`, lengths: [40] },
  { prefix: "SecretAccessKey: ", alphabet: `${ALPHANUMERIC}/+`, lengths: [40] },
  { prefix: "_authToken=", alphabet: HEX, lengths: [12, 36] },
  ...["postgres", "postgresql", "mysql", "mongodb+srv", "redis", "amqp", "https", "ftp", "jdbc:mysql"].map(
    (scheme) => ({
      prefix: `${scheme}://app:`,
      alphabet: ALPHANUMERIC,
      lengths: [5, 12, 40],
      suffix: "@db.acme.io/app",
    }),
  ),
];

interface Sample {
  readonly shape: string;
  readonly secret: string;
  readonly content: string;
}

function samples(): Sample[] {
  const body = bodyMaker(99);
  return SHAPES.flatMap(({ prefix, alphabet, lengths, suffix = "" }) =>
    lengths.flatMap((length) =>
      CONTEXTS.map((context) => {
        const secret = body(length, alphabet);
        return { shape: `${prefix} ${length}`, secret, content: context(`${prefix}${secret}${suffix}`) };
      }),
    ),
  );
}

/** The catches of an oracle that our answer still shows. */
function missed(content: string, catches: readonly string[]): string[] {
  const { text } = redact(content);
  return catches.filter((found) => text.includes(found));
}

describe("beside secretlint and langsmith", () => {
  it("takes out all that secretlint finds in generated shapes", async () => {
    let found = 0;
    const misses: unknown[] = [];
    for (const { shape, content } of samples()) {
      const catches = await secretlintCatches(content);
      found += catches.length;
      const left = missed(content, catches);
      if (left.length > 0) misses.push({ shape, content, left });
    }
    expect(misses).toEqual([]);
    expect(found).toBeGreaterThan(400);
  });

  it("takes out all that langsmith's shapes find, and no secret stays", () => {
    const misses: unknown[] = [];
    let found = 0;
    for (const { shape, secret, content } of samples()) {
      const catches = langsmithCatches(content);
      found += catches.length;
      const left = missed(content, catches);
      if (left.length > 0 || (secret.length > 4 && redact(content).text.includes(secret)))
        misses.push({ shape, content, left });
    }
    expect(misses).toEqual([]);
    expect(found).toBeGreaterThan(400);
  });

  it("takes out more of the planted secrets than either", async () => {
    const planted = plantedSecrets();
    const ours = planted.filter(({ line, secret }) => !redact(line).text.includes(secret));
    const theirs = { secretlint: 0, langsmith: 0 };
    for (const { line, secret } of planted) {
      const catches = await secretlintCatches(line, line.startsWith("{") ? ".json" : ".txt");
      if (catches.some((found) => found.includes(secret) || secret.includes(found))) theirs.secretlint++;
      if (langsmithCatches(line).some((found) => found.includes(secret))) theirs.langsmith++;
      expect(missed(line, [...catches, ...langsmithCatches(line)])).toEqual([]);
    }
    console.log(`of ${planted.length} planted: ours ${ours.length}, ${JSON.stringify(theirs)}`);
    expect(ours).toHaveLength(planted.length);
    expect(ours.length).toBeGreaterThan(Math.max(theirs.secretlint, theirs.langsmith));
  });
});

const corpus = process.env["STEWARD_CORPUS"];
const CORPUS_LIMIT_CHARACTERS = 60_000_000;

describe("over real sessions", () => {
  if (!corpus) console.log("STEWARD_CORPUS is not set: the comparison over real sessions is skipped.");

  it.skipIf(!corpus)("takes out all that secretlint finds", { timeout: 120_000 }, async () => {
    let read = 0;
    let found = 0;
    const misses: { file: string; left: string[] }[] = [];
    const files = globSync("**/*.{jsonl,json,md,txt,log,traj}", { cwd: corpus ?? ".", absolute: true }).sort();
    for (const file of files) {
      if (read > CORPUS_LIMIT_CHARACTERS) break;
      const content = readFileSync(file, "utf8");
      read += content.length;
      const catches = await secretlintCatches(content);
      found += catches.length;
      const left = missed(content, catches);
      if (left.length > 0) misses.push({ file, left: [...new Set(left)] });
    }
    console.log(`corpus: ${files.length} files, ${read} characters read, ${found} catches of secretlint`);
    expect(misses).toEqual([]);
    expect(read).toBeGreaterThan(0);
  });
});
