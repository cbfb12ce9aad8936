/**
 * The shapes of secrets as data. Shapes follow the vendors' published formats; lengths are minima, so that a token that
 * a vendor lengthens later is still taken whole. How the rules are run is in `scan.ts`; rules that need more than a
 * prefix and a character class are in `private-key.ts`, `url-credentials.ts` and `named-secret.ts`.
 */

/** What may be redacted: the word after `REDACTED:` in the marker and the key of the counts. */
export const REDACTION_KINDS = [
  "age-key",
  "airtable-token",
  "anthropic-key",
  "atlassian-token",
  "aws-access-key-id",
  "aws-secret-key",
  "azure-secret",
  "basic-auth",
  "bearer-token",
  "circleci-token",
  "cloud-registry-auth",
  "databricks-token",
  "digitalocean-token",
  "discord-webhook",
  "docker-token",
  "doppler-token",
  "figma-token",
  "flyio-token",
  "github-token",
  "gitlab-token",
  "google-api-key",
  "google-oauth",
  "grafana-token",
  "groq-key",
  "huggingface-token",
  "jwt",
  "langsmith-key",
  "linear-key",
  "mailchimp-key",
  "mailgun-key",
  "named-secret",
  "netlify-token",
  "newrelic-key",
  "notion-token",
  "npm-token",
  "nvidia-key",
  "onepassword-key",
  "openai-key",
  "openrouter-key",
  "password",
  "perplexity-key",
  "planetscale-token",
  "postman-key",
  "private-key",
  "pulumi-token",
  "pypi-token",
  "replicate-token",
  "resend-key",
  "rubygems-key",
  "sendgrid-key",
  "sentry-token",
  "shopify-token",
  "slack-token",
  "slack-webhook",
  "steward-key",
  "stripe-key",
  "supabase-key",
  "tailscale-key",
  "tavily-key",
  "telegram-bot-token",
  "terraform-token",
  "twilio-key",
  "url-password",
  "vault-token",
  "vercel-token",
  "xai-key",
] as const;

export type RedactionKind = (typeof REDACTION_KINDS)[number];

/** A further condition on the matched body, for shapes whose prefix also begins ordinary words. */
export type BodyCheck =
  | "any"
  | "not-snake-words"
  | "has-digit"
  | "mixed"
  | "basic-credentials"
  | "not-example"
  | "not-placeholder";

export interface ShapeRule {
  readonly kind: RedactionKind;
  /** Literals that begin the secret (or stand inside it, when `lead` is given); found by the one scan over the text. */
  readonly anchors: readonly string[];
  /** What must follow the anchor. Sticky; made of classes with one way to match, so it runs in linear time. */
  readonly body: RegExp;
  /** What must precede the anchor and belongs to the secret: between `min` and `max` characters of the class. */
  readonly lead?: { readonly class: RegExp; readonly min: number; readonly max: number };
  /** The anchor is context (`Bearer `) and stays in the text; a shape within the body names the secret better. */
  readonly keepAnchor?: boolean;
  /** The anchor may follow a letter: set where the shape is so distinct that glued text cannot imitate it. */
  readonly glued?: boolean;
  /** The character before may not be `-`, `_` or a digit either: set where the anchor is a word (`key-`). */
  readonly alone?: boolean;
  readonly check?: BodyCheck;
  /**
   * The class of an unbounded first segment. After a failure no other anchor of the rule is tried inside the same run,
   * which keeps `eyJ_eyJ_eyJ_…` linear.
   */
  readonly run?: RegExp;
}

export const SHAPE_RULES: readonly ShapeRule[] = [
  // Our own keys come first: they are what our users paste most often next to our own commands.
  { kind: "steward-key", anchors: ["cst_"], body: /[A-Za-z0-9]{4,32}_[A-Za-z0-9_-]{20,}/y },

  // Code hosts and registries.
  {
    kind: "github-token",
    anchors: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"],
    body: /[A-Za-z0-9_]{36,}/y,
    check: "not-snake-words",
  },
  { kind: "github-token", anchors: ["github_pat_"], body: /[A-Za-z0-9_]{40,}/y, glued: true },
  {
    kind: "gitlab-token",
    anchors: ["glpat-", "gldt-", "glptt-", "glrt-", "glcbt-", "glft-", "glsoat-", "glagent-", "glimt-"],
    body: /[A-Za-z0-9_.-]{20,}/y,
  },
  { kind: "npm-token", anchors: ["npm_"], body: /[A-Za-z0-9_]{36,}/y, check: "not-snake-words" },
  // npmrc: any value is a credential, legacy ones are UUIDs. `${NPM_TOKEN}` is a reference and stays.
  {
    kind: "npm-token",
    anchors: ["_authToken="],
    body: /["']?[^\s"'$\\<[{,;&]{8,}/y,
    keepAnchor: true,
    glued: true,
    check: "not-placeholder",
  },
  {
    kind: "cloud-registry-auth",
    anchors: ["_auth="],
    body: /["']?[A-Za-z0-9+/]{12,}={0,2}/y,
    keepAnchor: true,
    glued: true,
  },
  { kind: "pypi-token", anchors: ["pypi-AgE"], body: /[A-Za-z0-9_-]{50,}/y, glued: true },
  { kind: "rubygems-key", anchors: ["rubygems_"], body: /[a-f0-9]{48,}/y },
  { kind: "docker-token", anchors: ["dckr_pat_", "dckr_oat_"], body: /[A-Za-z0-9_-]{24,}/y },

  // Clouds.
  {
    kind: "aws-access-key-id",
    anchors: ["AKIA", "ASIA", "ABIA", "ACCA", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA"],
    body: /[A-Z0-9]{16}(?![A-Za-z0-9])/y,
    check: "not-example",
  },
  { kind: "aws-access-key-id", anchors: ["A3T"], body: /[A-Z0-9]{17}(?![A-Za-z0-9])/y, check: "has-digit" },
  { kind: "google-api-key", anchors: ["AIza"], body: /[A-Za-z0-9_-]{35,}/y },
  { kind: "google-oauth", anchors: ["ya29."], body: /[A-Za-z0-9_-]{16,}/y },
  { kind: "google-oauth", anchors: ["GOCSPX-"], body: /[A-Za-z0-9_-]{20,}/y },
  { kind: "azure-secret", anchors: ["AccountKey="], body: /[A-Za-z0-9+/]{40,}={0,2}/y, keepAnchor: true, glued: true },
  {
    kind: "azure-secret",
    anchors: ["SharedAccessKey="],
    body: /[A-Za-z0-9+/]{40,}={0,2}/y,
    keepAnchor: true,
    glued: true,
  },
  {
    kind: "azure-secret",
    anchors: ["8Q~", "7Q~"],
    lead: { class: /[A-Za-z0-9_~.-]/, min: 3, max: 3 },
    body: /[A-Za-z0-9_~.-]{31,}/y,
  },
  { kind: "digitalocean-token", anchors: ["dop_v1_", "doo_v1_", "dor_v1_"], body: /[a-f0-9]{64,}/y },
  { kind: "databricks-token", anchors: ["dapi"], body: /[A-Fa-f0-9]{32}(?:-[0-9])?(?![A-Fa-f0-9])/y },
  { kind: "supabase-key", anchors: ["sbp_"], body: /[a-f0-9]{40,}/y },
  { kind: "supabase-key", anchors: ["sb_secret_"], body: /[A-Za-z0-9_-]{20,}/y },
  { kind: "vercel-token", anchors: ["vercel_blob_rw_"], body: /[A-Za-z0-9]{8,}_[A-Za-z0-9]{20,}/y },
  { kind: "vercel-token", anchors: ["vcp_", "vci_", "vca_", "vcr_", "vck_"], body: /[A-Za-z0-9]{20,}/y },
  { kind: "netlify-token", anchors: ["nfp_"], body: /[A-Za-z0-9]{36,}/y },
  { kind: "flyio-token", anchors: ["fm1r_", "fm1a_", "fm2_", "fo1_"], body: /[A-Za-z0-9+/_=-]{40,}/y },
  { kind: "planetscale-token", anchors: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"], body: /[A-Za-z0-9_.=-]{32,}/y },
  { kind: "pulumi-token", anchors: ["pul-"], body: /[a-f0-9]{40,}/y },
  {
    kind: "terraform-token",
    anchors: [".atlasv1."],
    lead: { class: /[A-Za-z0-9]/, min: 14, max: 14 },
    body: /[A-Za-z0-9_=-]{60,}/y,
  },
  { kind: "vault-token", anchors: ["hvs.", "hvb.", "hvr."], body: /[A-Za-z0-9_-]{24,}/y, check: "mixed" },
  {
    kind: "doppler-token",
    anchors: ["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim."],
    body: /[A-Za-z0-9._-]{40,}/y,
  },
  { kind: "tailscale-key", anchors: ["tskey-"], body: /[a-z]{2,12}-[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]{8,})?/y },

  // Models and search.
  { kind: "anthropic-key", anchors: ["sk-ant-"], body: /[A-Za-z0-9_-]{20,}/y },
  { kind: "openrouter-key", anchors: ["sk-or-v1-"], body: /[A-Za-z0-9]{32,}/y },
  { kind: "openai-key", anchors: ["sk-proj-", "sk-svcacct-", "sk-admin-"], body: /[A-Za-z0-9_-]{20,}/y },
  { kind: "openai-key", anchors: ["sk-"], body: /[A-Za-z0-9]{32,}/y },
  { kind: "huggingface-token", anchors: ["hf_", "api_org_"], body: /[A-Za-z0-9]{30,}/y },
  { kind: "groq-key", anchors: ["gsk_"], body: /[A-Za-z0-9]{40,}/y },
  { kind: "xai-key", anchors: ["xai-"], body: /[A-Za-z0-9]{60,}/y },
  { kind: "replicate-token", anchors: ["r8_"], body: /[A-Za-z0-9]{36,}/y },
  { kind: "perplexity-key", anchors: ["pplx-"], body: /[A-Za-z0-9]{40,}/y },
  { kind: "nvidia-key", anchors: ["nvapi-"], body: /[A-Za-z0-9_-]{40,}/y },
  { kind: "langsmith-key", anchors: ["lsv2_pt_", "lsv2_sk_"], body: /[A-Za-z0-9]{32,}(?:_[A-Za-z0-9]+){0,8}/y },
  { kind: "langsmith-key", anchors: ["ls__"], body: /[A-Za-z0-9]{16,}/y, check: "has-digit" },
  { kind: "tavily-key", anchors: ["tvly-"], body: /(?:dev-|prod-)?[A-Za-z0-9]{28,}/y },

  // Chat, mail and phone.
  {
    kind: "slack-token",
    anchors: ["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxr-", "xoxs-", "xoxc-", "xoxd-", "xoxe-", "xoxe."],
    body: /[A-Za-z0-9.%_-]{10,}/y,
  },
  { kind: "slack-token", anchors: ["xapp-"], body: /[A-Za-z0-9-]{12,}/y },
  {
    kind: "slack-webhook",
    anchors: ["hooks.slack.com/"],
    body: /(?:services|workflows|triggers)\/[A-Za-z0-9/_-]{16,}/iy,
    glued: true,
  },
  { kind: "discord-webhook", anchors: ["/api/webhooks/"], body: /[0-9]{16,20}\/[A-Za-z0-9_-]{60,}/y, glued: true },
  {
    kind: "telegram-bot-token",
    anchors: [":AA"],
    lead: { class: /[0-9]/, min: 8, max: 10 },
    body: /[A-Za-z0-9_-]{32,}/y,
    glued: true,
  },
  { kind: "sendgrid-key", anchors: ["SG."], body: /[A-Za-z0-9_-]{8,128}\.[A-Za-z0-9_-]{16,}/y },
  { kind: "twilio-key", anchors: ["SK"], body: /[0-9a-f]{32}(?![A-Za-z0-9])/y, check: "has-digit" },
  { kind: "mailgun-key", anchors: ["key-"], body: /[0-9a-f]{32}(?![A-Za-z0-9])/y, alone: true, check: "has-digit" },
  {
    kind: "mailchimp-key",
    anchors: ["-us"],
    lead: { class: /[0-9a-f]/, min: 32, max: 32 },
    body: /[0-9]{1,2}(?![A-Za-z0-9])/y,
  },
  { kind: "resend-key", anchors: ["re_"], body: /[A-Za-z0-9]{8,12}_[A-Za-z0-9]{20,}/y, check: "mixed" },

  // Credentials on the command line: `curl -u user:password`.
  {
    kind: "basic-auth",
    anchors: [" -u ", " --user "],
    body: /["']?[A-Za-z0-9._@-]{1,64}:[^\s"'`$<>{}()%]{8,}/y,
    keepAnchor: true,
    glued: true,
    check: "has-digit",
  },

  // Payment and shops.
  {
    kind: "stripe-key",
    anchors: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_"],
    body: /[A-Za-z0-9]{16,}/y,
  },
  { kind: "stripe-key", anchors: ["whsec_"], body: /[A-Za-z0-9+/]{24,}={0,2}/y },
  { kind: "shopify-token", anchors: ["shpat_", "shpca_", "shppa_", "shpss_"], body: /[A-Za-z0-9]{32,}/y },

  // Team tools.
  { kind: "linear-key", anchors: ["lin_api_", "lin_oauth_"], body: /[A-Za-z0-9_]{32,}/y },
  { kind: "notion-token", anchors: ["ntn_"], body: /[0-9]{11}[A-Za-z0-9]{30,}/y },
  { kind: "notion-token", anchors: ["secret_"], body: /[A-Za-z0-9]{43}(?![A-Za-z0-9_])/y, check: "mixed" },
  { kind: "figma-token", anchors: ["figd_", "figo_"], body: /[A-Za-z0-9_-]{38,}/y },
  { kind: "atlassian-token", anchors: ["ATATT3", "ATCTT3", "ATBB"], body: /[A-Za-z0-9_=-]{24,}/y, check: "mixed" },
  { kind: "airtable-token", anchors: ["pat"], body: /[A-Za-z0-9]{14}\.[a-f0-9]{64}/y },
  { kind: "grafana-token", anchors: ["glsa_"], body: /[A-Za-z0-9]{32}_[A-Fa-f0-9]{8,}/y },
  { kind: "grafana-token", anchors: ["glc_"], body: /[A-Za-z0-9+/]{32,}={0,2}/y },
  { kind: "sentry-token", anchors: ["sntrys_", "sntryu_"], body: /[A-Za-z0-9_+/=-]{40,}/y },
  { kind: "newrelic-key", anchors: ["NRAK-", "NRII-", "NRRA-"], body: /[A-Za-z0-9_-]{20,}/y },
  { kind: "postman-key", anchors: ["PMAK-"], body: /[a-f0-9]{24}-[a-f0-9]{34}/y },
  { kind: "circleci-token", anchors: ["CCIPAT_"], body: /[A-Za-z0-9]{16,}_[a-f0-9]{40,}/y },

  // Vaults and key files.
  { kind: "onepassword-key", anchors: ["ops_ey"], body: /[A-Za-z0-9+/_-]{100,}={0,2}/y },
  {
    kind: "onepassword-key",
    anchors: ["A3-"],
    body: /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/y,
  },
  { kind: "age-key", anchors: ["AGE-SECRET-KEY-1", "AGE-SECRET-KEY-PQ-1"], body: /[A-Z0-9]{50,}/y, glued: true },

  // Structured tokens and headers. The second form of `jwt` is an encrypted token (five parts, RFC 7516).
  {
    kind: "jwt",
    anchors: ["eyJ"],
    body: /[A-Za-z0-9_-]+\.(?:eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*|[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})/y,
    run: /[A-Za-z0-9_-]*/y,
  },
  {
    kind: "bearer-token",
    anchors: ["Bearer ", "bearer ", "BEARER "],
    body: /[A-Za-z0-9._~+/-]{16,}=*/y,
    keepAnchor: true,
    check: "has-digit",
  },
  {
    kind: "basic-auth",
    anchors: ["Basic ", "basic ", "BASIC "],
    body: /[A-Za-z0-9+/]{8,}={0,2}/y,
    keepAnchor: true,
    check: "basic-credentials",
  },
];

/**
 * What a secret follows without `:` or `=`: options of commands (`--password …`) and tags of XML (`<password>…`). The
 * last character is taken for the separator, and what follows is judged like a value under the name before it.
 */
export const NAMED_OPENERS: readonly string[] = [
  ...["password", "passwd", "passphrase", "token", "auth-token", "access-token", "secret", "client-secret"].map(option),
  ...["secret-key", "access-key", "api-key", "apikey"].map(option),
  ...[
    "password>",
    "Password>",
    "passphrase>",
    "token>",
    "Token>",
    "secret>",
    "Secret>",
    "apiKey>",
    "ApiKey>",
    "api-key>",
  ],
];

function option(name: string): string {
  return `--${name} `;
}
