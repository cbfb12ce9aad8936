import type { RedactionKind } from "../rules";

/** A secret that no system ever issued, and a line as an agent's session would hold it. */
export interface PlantedSecret {
  readonly kind: RedactionKind;
  /** What must be found nowhere after redaction. It stands literally in `line`. */
  readonly secret: string;
  readonly line: string;
}

export const HEX = "0123456789abcdef";
export const UPPER = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
export const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
export const BASE64 = `${ALPHANUMERIC}+/`;
export const BASE64_URL = `${ALPHANUMERIC}-_`;

/** A small generator of pseudo-random numbers in [0, 1) (mulberry32): the same seed gives the same secrets everywhere. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A maker of bodies: `length` characters of an alphabet, with a digit, a small and a capital letter where it has them. */
export function bodyMaker(seed: number): (length: number, alphabet?: string) => string {
  const random = seededRandom(seed);
  return function body(length, alphabet = ALPHANUMERIC) {
    const pick = (from: string) => from.charAt(Math.floor(random() * from.length));
    const wanted = [/\d/, /[a-z]/, /[A-Z]/].map((group) =>
      Array.from(alphabet)
        .filter((c) => group.test(c))
        .join(""),
    );
    const sure = wanted.filter((group) => group !== "").map(pick);
    const rest = Array.from({ length: Math.max(0, length - sure.length) }, () => pick(alphabet));
    const at = Math.floor(rest.length / 2);
    return [...rest.slice(0, at), ...sure, ...rest.slice(at)].join("").slice(0, length);
  };
}

/** A private key block in the form of RFC 7468, with `lines` lines of 64 characters. */
export function pemBlock(label: string, lines: readonly string[]): string {
  const dashes = "-".repeat(5);
  return [`${dashes}BEGIN ${label}${dashes}`, ...lines, `${dashes}END ${label}${dashes}`].join("\n");
}

type Body = ReturnType<typeof bodyMaker>;
type Plant = (kind: RedactionKind, secret: string, line: (secret: string) => string) => PlantedSecret;

const plant: Plant = (kind, secret, line) => ({ kind, secret, line: line(secret) });

// Prefixes are written in two halves, so that no scanner takes this file for a leak.
function codeHosts(body: Body): PlantedSecret[] {
  return [
    plant(
      "github-token",
      `gh${"p_"}${body(36)}`,
      (s) => `git clone https://x-access-token:${s}@github.com/acme/app.git`,
    ),
    plant("github-token", `gh${"s_"}${body(36)}`, (s) => `echo "::add-mask::${s}"`),
    plant("github-token", `github_${"pat_"}${body(22)}_${body(59)}`, (s) => `GH_TOKEN=${s} gh pr list`),
    plant(
      "gitlab-token",
      `gl${"pat-"}${body(20, BASE64_URL)}`,
      (s) => `curl --header "PRIVATE-TOKEN: ${s}" https://gitlab.example/api`,
    ),
    plant("npm-token", `npm${"_"}${body(36)}`, (s) => `//registry.npmjs.org/:_authToken=${s}`),
    plant(
      "pypi-token",
      `pypi-${"AgEIcHlwaS5vcmc"}${body(70, BASE64_URL)}`,
      (s) => `[pypi]\nusername = __token__\npassword = ${s}`,
    ),
    plant(
      "docker-token",
      `dckr_${"pat_"}${body(27, BASE64_URL)}`,
      (s) => `echo ${s} | docker login -u acme --password-stdin`,
    ),
  ];
}

function clouds(body: Body): PlantedSecret[] {
  const pemLines = Array.from({ length: 12 }, (_, line) => (line === 0 ? `MII${body(61, BASE64)}` : body(64, BASE64)));
  const opensshLines = [`b3BlbnNzaC1rZXktdjE${body(51, BASE64)}`, body(70, BASE64), body(70, BASE64)];
  const pem = pemBlock("PRIVATE KEY", pemLines);
  const openssh = pemBlock("OPENSSH PRIVATE KEY", opensshLines);
  return [
    plant("aws-access-key-id", `AK${"IA"}${body(16, UPPER)}`, (s) => `aws_access_key_id = ${s}`),
    plant("aws-secret-key", body(40, BASE64), (s) => `aws_secret_access_key = ${s}`),
    plant("aws-secret-key", body(40, BASE64), (s) => `export AWS_SECRET_ACCESS_KEY="${s}"`),
    plant(
      "google-api-key",
      `AI${"za"}${body(35, BASE64_URL)}`,
      (s) => `GET /maps/api/geocode/json?address=Bern&key=${s}`,
    ),
    plant("google-oauth", `GOC${"SPX-"}${body(28, BASE64_URL)}`, (s) => JSON.stringify({ web: { client_secret: s } })),
    // Searched by one line of the key, so that a block which is cut only in part is noticed.
    plant("private-key", pemLines[5] ?? "", () => JSON.stringify({ type: "service_account", private_key: `${pem}\n` })),
    plant("private-key", opensshLines[1] ?? "", () => `$ cat ~/.ssh/id_ed25519\n${openssh}\n`),
    plant(
      "azure-secret",
      `${body(86, BASE64)}==`,
      (s) => `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${s};EndpointSuffix=core`,
    ),
    plant("digitalocean-token", `dop_${"v1_"}${body(64, HEX)}`, (s) => `doctl auth init -t ${s}`),
    plant("databricks-token", `da${"pi"}${body(32, HEX)}`, (s) => `token: ${s}`),
    plant("supabase-key", `sb${"p_"}${body(40, HEX)}`, (s) => `supabase login --token ${s}`),
    plant("vercel-token", `vercel_${"blob_rw_"}${body(16)}_${body(30)}`, (s) => `BLOB_READ_WRITE_TOKEN="${s}"`),
    plant("vault-token", `hv${"s."}${body(95, BASE64_URL)}`, (s) => `VAULT_TOKEN: ${s}`),
  ];
}

function modelsAndTools(body: Body): PlantedSecret[] {
  return [
    plant("anthropic-key", `sk-${"ant-api03-"}${body(93, BASE64_URL)}AA`, (s) => `ANTHROPIC_API_KEY=${s}`),
    plant(
      "openai-key",
      `sk-${"proj-"}${body(74, BASE64_URL)}T3Blbk${"FJ"}${body(74, BASE64_URL)}`,
      (s) => `const client = new OpenAI({ apiKey: "${s}" });`,
    ),
    plant(
      "openai-key",
      `sk-${body(20)}T3Blbk${"FJ"}${body(20)}`,
      (s) => `{\\"role\\":\\"user\\",\\"content\\":\\"my key is\\n${s}\\"}`,
    ),
    plant("openrouter-key", `sk-${"or-v1-"}${body(64, HEX)}`, (s) => `  OPENROUTER_API_KEY: ${s}`),
    plant("huggingface-token", `h${"f_"}${body(34)}`, (s) => `huggingface-cli login --token ${s}`),
    plant("linear-key", `lin_${"api_"}${body(40)}`, (s) => `Authorization: ${s}`),
    plant("notion-token", `nt${"n_"}${body(11, "0123456789")}${body(35)}`, (s) => `notion = Client(auth="${s}")`),
    plant("figma-token", `fi${"gd_"}${body(43, BASE64_URL)}`, (s) => `X-Figma-Token: ${s}`),
    plant(
      "atlassian-token",
      `AT${"ATT3xFfGF0"}${body(170, BASE64_URL)}`,
      (s) => `curl -u ana@acme.io:${s} https://acme.atlassian.net`,
    ),
    plant("onepassword-key", `ops_${"ey"}J${body(250)}fQ`, (s) => `OP_SERVICE_ACCOUNT_TOKEN=${s}`),
    plant("age-key", `AGE-SECRET-${"KEY-1"}${body(58, UPPER)}`, (s) => `# public key: age1\n${s}\n`),
    plant("steward-key", `cs${"t_"}${body(8)}_${body(43, BASE64_URL)}`, (s) => `npx steward login --key ${s}`),
  ];
}

function mailAndMoney(body: Body): PlantedSecret[] {
  return [
    plant(
      "slack-token",
      `xo${"xb-"}${body(12, "0123456789")}-${body(13, "0123456789")}-${body(24)}`,
      (s) => `SLACK_BOT_TOKEN='${s}'`,
    ),
    plant(
      "slack-webhook",
      `T${body(8, UPPER)}/B${body(10, UPPER)}/${body(24)}`,
      (s) => `curl -X POST https://hooks.${"slack"}.com/services/${s}`,
    ),
    plant(
      "telegram-bot-token",
      `${body(10, "123456789")}:${"AA"}${body(33, BASE64_URL)}`,
      (s) => `https://api.telegram.org/bot${s}/getUpdates`,
    ),
    plant("sendgrid-key", `S${"G."}${body(22, BASE64_URL)}.${body(43, BASE64_URL)}`, (s) => `sgMail.setApiKey("${s}")`),
    plant("twilio-key", `S${"K"}${body(32, HEX)}`, (s) => `twilio api:core --username ${s}`),
    plant("mailgun-key", `ke${"y-"}${body(32, HEX)}`, (s) => `curl -s --user 'api:${s}' https://api.mailgun.net/v3`),
    plant("stripe-key", `sk_${"live_"}${body(24)}`, (s) => `stripe.api_key = "${s}"`),
    plant("stripe-key", `rk_${"live_"}${body(24)}`, (s) => `> stripe listen --api-key=${s}`),
    plant("stripe-key", `wh${"sec_"}${body(32)}`, (s) => `Ready! Your webhook signing secret is ${s} (^C to quit)`),
    plant("shopify-token", `sh${"pat_"}${body(32, HEX)}`, (s) => `X-Shopify-Access-Token: ${s}`),
  ];
}

function headersUrlsAndNames(body: Body): PlantedSecret[] {
  const jwt = [`ey${"J"}${body(33, BASE64_URL)}`, `ey${"J"}${body(80, BASE64_URL)}`, body(43, BASE64_URL)].join(".");
  const basic = btoa(`deploy:${body(20)}`);
  return [
    plant("jwt", jwt, (s) => `Set-Cookie: session=${s}; HttpOnly; Path=/`),
    plant(
      "bearer-token",
      body(40, BASE64_URL),
      (s) => `curl -H "Authorization: Bearer ${s}" https://api.acme.io/v1/me`,
    ),
    plant("basic-auth", basic, (s) => `> Authorization: Basic ${s}`),
    plant("cloud-registry-auth", basic, (s) => JSON.stringify({ auths: { "ghcr.io": { auth: s } } }, null, 2)),
    plant("url-password", body(18), (s) => `DATABASE_URL=postgres://app:${s}@db.internal:5432/app`),
    plant("url-password", body(24), (s) => `redis://:${s}@cache:6379/0`),
    plant("password", body(20), (s) => `DB_PASSWORD=${s}`),
    plant(
      "password",
      `${body(10)}!${body(8)}`,
      (s) => `services:\n  db:\n    environment:\n      POSTGRES_PASSWORD: "${s}"\n`,
    ),
    plant("named-secret", body(32, HEX), (s) => JSON.stringify(JSON.stringify({ apiKey: s, region: "eu" }))),
    plant("named-secret", body(64, HEX), (s) => `NEXTAUTH_SECRET=${s}\nNEXTAUTH_URL=http://localhost:3000`),
    plant("named-secret", body(44), (s) => `const clientSecret: string = '${s}';`),
    plant("named-secret", body(50), (s) => `  jwt_secret: ${s}\n  ttl: 3600`),
  ];
}

/**
 * Secrets of all common shapes in the places where sessions hold them: plain text, JSON, JSON in JSON, env files, YAML,
 * URLs, headers, code. For tests only; made when called, the same on every call.
 */
export function plantedSecrets(): PlantedSecret[] {
  const body = bodyMaker(20_240_917);
  return [codeHosts, clouds, modelsAndTools, mailAndMoney, headersUrlsAndNames].flatMap((make) => make(body));
}
