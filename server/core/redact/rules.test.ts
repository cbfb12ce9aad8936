import { describe, expect, it } from "vitest";
import { redact } from "./redact";
import { REDACTION_KINDS, SHAPE_RULES } from "./rules";
import { BASE64, BASE64_URL, bodyMaker, HEX, UPPER } from "./testing/planted-secrets";

const DIGITS = "0123456789";
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const body = bodyMaker(7);
const jwtPart = () => `eyJ${body(40, BASE64_URL)}`;

interface Example {
  /** What follows the anchor in a secret. */
  readonly hit: string;
  /** What follows the anchor in a text that only looks like one. */
  readonly miss: string;
  /** What precedes the anchor and belongs to the secret. */
  readonly lead?: string;
  /** The kind, where another rule with a longer prefix takes the example. */
  readonly before?: string;
}

const words = (length: number) => "lower_case_words_of_a_name_in_code_".repeat(3).slice(0, length);

/** By the first anchor of a rule. The coverage test below fails when a rule has no example. */
const EXAMPLES: Record<string, Example> = {
  cst_: { hit: `${body(8)}_${body(43, BASE64_URL)}`, miss: body(20) },
  ghp_: { hit: body(36), miss: words(36) },
  github_pat_: { hit: `${body(22)}_${body(59)}`, miss: "tokens_are_better" },
  "glpat-": { hit: body(20, BASE64_URL), miss: "token-format" },
  npm_: { hit: body(36), miss: "config_user_agent_and_more_lower_words" },
  "_authToken=": { hit: "0f1b7a52-97fd-4a5c-b0e8-6b6b1f0f6a35", miss: "$" + "{NPM_TOKEN}" },
  "_auth=": { hit: btoa("deploy:s3cret"), miss: "$" + "{NPM_AUTH}" },
  "pypi-AgE": { hit: body(60, BASE64_URL), miss: "ndex" },
  rubygems_: { hit: body(48, HEX), miss: "version_of_the_bundle_that_was_installed_last_week" },
  dckr_pat_: { hit: body(27, BASE64_URL), miss: "prefix" },
  AKIA: { hit: body(16, UPPER), miss: "IOSFODNN7EXAMPLE" },
  A3T: { hit: body(17, UPPER), miss: "ABCDEFGHIJKLMNOPQ" },
  AIza: { hit: body(35, BASE64_URL), miss: body(20) },
  "ya29.": { hit: body(60, BASE64_URL), miss: "short" },
  "GOCSPX-": { hit: body(28, BASE64_URL), miss: "prefix" },
  "AccountKey=": { hit: `${body(86, BASE64)}==`, miss: "<account-key>" },
  "SharedAccessKey=": { hit: `${body(43, BASE64)}=`, miss: "$(KEY)" },
  "8Q~": { lead: body(3), hit: body(34), miss: body(12) },
  dop_v1_: { hit: body(64, HEX), miss: body(64, LOWER) },
  dapi: { hit: body(32, HEX), miss: body(32, LOWER) },
  sbp_: { hit: body(40, HEX), miss: "project" },
  sb_secret_: { hit: body(32), miss: "key" },
  vercel_blob_rw_: { hit: `${body(16)}_${body(30)}`, miss: "token" },
  vcp_: { hit: body(24), miss: "short_names_of_things" },
  nfp_: { hit: body(36), miss: "policy_rules" },
  fm1r_: { hit: body(60, BASE64), miss: "radio" },
  pscale_tkn_: { hit: body(43, BASE64_URL), miss: "id" },
  "pul-": { hit: body(40, HEX), miss: "monary" },
  ".atlasv1.": { lead: body(14), hit: body(67), miss: body(20) },
  "hvs.": { hit: body(95, BASE64_URL), miss: "readAllOfTheSecretsInTheVault" },
  "dp.pt.": { hit: body(43), miss: "x" },
  "tskey-": { hit: `auth-${body(12)}-${body(24)}`, miss: "auth" },
  "sk-ant-": { hit: `api03-${body(93, BASE64_URL)}AA`, miss: "api03-..." },
  "sk-or-v1-": { hit: body(64, HEX), miss: "key" },
  "sk-proj-": { hit: body(120, BASE64_URL), miss: "your-key" },
  "sk-": { hit: body(48), miss: "folding-cube-loading-indicator-for-pages" },
  hf_: { hit: body(34), miss: "transformers_model_loader_for_the_pipeline" },
  gsk_: { hit: body(52), miss: "gradient_skip" },
  "xai-": { hit: body(80), miss: "explainable-models" },
  r8_: { hit: body(37), miss: "unorm" },
  "pplx-": { hit: body(48), miss: "api-small-online" },
  "nvapi-": { hit: body(64, BASE64_URL), miss: "headers" },
  lsv2_pt_: { hit: `${body(32, HEX)}_${body(10, HEX)}`, miss: "name" },
  ls__: { hit: body(32, HEX), miss: "helperFunctionName" },
  "tvly-": { hit: `dev-${body(32)}`, miss: "YOUR_API_KEY" },
  "xoxb-": { hit: `${body(12, DIGITS)}-${body(24)}`, miss: "token" },
  "xapp-": { hit: `1-${body(11, UPPER)}-${body(13, DIGITS)}-${body(64, HEX)}`, miss: "level" },
  "hooks.slack.com/": { hit: `services/T${body(8, UPPER)}/B${body(8, UPPER)}/${body(24)}`, miss: "services/T000" },
  "/api/webhooks/": { hit: `${body(18, DIGITS)}/${body(68, BASE64_URL)}`, miss: "stripe/handlers/created" },
  ":AA": { lead: body(10, "123456789"), hit: body(33, BASE64_URL), miss: ":BB:CC" },
  "SG.": { hit: `${body(22, BASE64_URL)}.${body(43, BASE64_URL)}`, miss: "Geometry.Point" },
  SK: { hit: body(32, HEX), miss: "IPPED tests" },
  "key-": { hit: body(32, HEX), miss: body(64, HEX) },
  "-us": { lead: body(32, HEX), hit: "21", miss: "ername" },
  re_: { hit: `${body(8)}_${body(24)}`, miss: "compile_all_patterns_of_the_lexer" },
  " -u ": { hit: `ana:${body(20)}`, miss: "1000:1000" },
  sk_live_: { hit: body(24), miss: "mode" },
  whsec_: { hit: body(32), miss: "prefix" },
  shpat_: { hit: body(32, HEX), miss: "token" },
  lin_api_: { hit: body(40), miss: "key" },
  ntn_: { hit: `${body(11, DIGITS)}${body(35)}`, miss: body(11, DIGITS) },
  secret_: { hit: body(43), miss: "manager_client_for_the_cloud_of_the_customer" },
  figd_: { hit: body(43, BASE64_URL), miss: "file" },
  ATATT3: { hit: `xFfGF0${body(170, BASE64_URL)}`, miss: "RIBUTE" },
  pat: { hit: `${body(14)}.${body(64, HEX)}`, miss: "hname.replace" },
  glsa_: { hit: `${body(32)}_${body(8, HEX)}`, miss: "service_account" },
  glc_: { hit: `eyJ${body(60, BASE64)}`, miss: "context" },
  sntrys_: { hit: body(80, BASE64), miss: "token" },
  "NRAK-": { hit: body(27, UPPER), miss: "KEY" },
  "PMAK-": { hit: `${body(24, HEX)}-${body(34, HEX)}`, miss: body(24, HEX) },
  CCIPAT_: { hit: `${body(22)}_${body(40, HEX)}`, miss: "token" },
  ops_ey: { hit: `J${body(250)}fQ`, miss: "ebrow" },
  "A3-": {
    hit: `${body(6, UPPER)}-${body(11, UPPER)}-${body(5, UPPER)}-${body(5, UPPER)}-${body(5, UPPER)}`,
    miss: "sized paper",
  },
  "AGE-SECRET-KEY-1": { hit: body(58, UPPER), miss: "..." },
  eyJ: { hit: `${body(30, BASE64_URL)}.${jwtPart()}.${body(43, BASE64_URL)}`, miss: body(60, BASE64_URL) },
  "Bearer ": { hit: body(40, BASE64_URL), miss: "authentication-of-requests" },
  "Basic ": { hit: btoa(`ana:${body(12)}`), miss: "authentication" },
};

describe("the table of shapes", () => {
  it("has an example for each rule, and no example without a rule", () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(SHAPE_RULES.map((rule) => rule.anchors[0]).sort());
  });

  const cases = SHAPE_RULES.flatMap((rule) => rule.anchors.map((anchor) => ({ anchor, rule })));

  it.each(cases)("takes $anchor… as $rule.kind", ({ anchor, rule }) => {
    const example = EXAMPLES[rule.anchors[0] ?? ""];
    const secret = `${example?.lead ?? ""}${anchor}${example?.hit}`;
    const { text, counts, total } = redact(`before "${secret}" after`);
    expect(text).toBe(`before "${rule.keepAnchor ? anchor : ""}[REDACTED:${rule.kind}]" after`);
    expect({ total, ofKind: counts[rule.kind] }).toEqual({ total: 1, ofKind: 1 });
  });

  it.each(cases)("leaves what only begins like $anchor", ({ anchor, rule }) => {
    const example = EXAMPLES[rule.anchors[0] ?? ""];
    const text = `see ${example?.lead ?? ""}${anchor}${example?.miss} here`;
    expect(redact(text).text).toBe(text);
  });

  it("names each kind once and uses each shape's kind from the list", () => {
    expect(new Set(REDACTION_KINDS).size).toBe(REDACTION_KINDS.length);
    const special = ["aws-secret-key", "named-secret", "password", "private-key", "url-password"];
    const used = new Set([...SHAPE_RULES.map((rule) => rule.kind as string), ...special]);
    expect([...used].sort()).toEqual([...REDACTION_KINDS].sort());
  });
});
