import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAnchorIndex } from "./anchors";
import { redact } from "./redact";
import { SHAPE_RULES } from "./rules";
import { ALPHANUMERIC, BASE64, bodyMaker, HEX, pemBlock, plantedSecrets } from "./testing/planted-secrets";

const body = bodyMaker(11);
const hex32 = body(32, HEX);
const hex64 = body(64, HEX);
const key24 = body(24);
const planted = plantedSecrets();

describe("planted secrets", () => {
  it("are at least thirty and stand in their lines", () => {
    expect(planted.length).toBeGreaterThanOrEqual(30);
    expect(planted.filter(({ secret, line }) => secret.length < 12 || !line.includes(secret))).toEqual([]);
    expect(plantedSecrets()).toEqual(planted);
  });

  it.each(planted)("$kind is replaced and counted once: $line", ({ kind, secret, line }) => {
    const { text, counts, total } = redact(line);
    expect(text).not.toContain(secret);
    expect(text).toContain(`[REDACTED:${kind}]`);
    expect({ total, ofKind: counts[kind] }).toEqual({ total: 1, ofKind: 1 });
  });

  it("are all replaced when one text holds them all, also as JSON in JSON", () => {
    const together = planted.map(({ line }) => line).join("\n");
    for (const text of [together, JSON.stringify(together), JSON.stringify(JSON.stringify({ stdout: together }))]) {
      const clean = redact(text).text;
      expect(planted.filter(({ secret }) => clean.includes(secret)).map(({ line }) => line)).toEqual([]);
    }
  });
});

describe("values under the names of secrets", () => {
  it.each([
    `DB_PASSWORD=${key24}`,
    `export API_KEY="${key24}"`,
    `export API_KEY='${key24}'`,
    `{"apiKey": "${key24}"}`,
    `{\\"apiKey\\": \\"${key24}\\"}`,
    `{\\\\\\"apiKey\\\\\\":\\\\\\"${key24}\\\\\\"}`,
    `const apiKey = "${key24}";`,
    `const apiKey: string = "${key24}";`,
    `const API_KEY: &str = "${key24}";`,
    `const apiKey string = "${key24}"`,
    `password := "${key24}"`,
    `:secret_key => '${key24}'`,
    `app.config["SECRET_KEY"] = "${key24}"`,
    `app.config['SECRET_KEY'] = b'${key24}'`,
    `if (token === "${key24}") {`,
    `SECRET_KEY_BASE=${hex64}`,
    `secret: ${hex64}`,
    `TOKEN=${hex64}`,
    `STRIPE_SECRET_KEY_PROD: '${key24}'`,
    `client-secret: ${key24}`,
    `auth_token = ${key24}`,
    `https://acme.io/cb?access_token=${key24}&state=1`,
    `curl -H 'X-Api-Key: ${hex32}' https://acme.io`,
    `X-Auth-Token: ${hex32}`,
    `Authorization: token ${hex32}`,
    `"Authorization": "ApiKey ${key24}"`,
    `mysql --password=${key24} -u app`,
    `password = "Tr0ub4dor&3-horse-staple"`,
    `spring.datasource.password=${key24}`,
    `<add key="k" password="${key24}" />`,
    `mysql --user app --password ${key24} acme`,
    `curl -s -u ana:${key24} https://acme.io`,
    `gh auth login --token '${key24}'`,
    `<server><username>ana</username><password>${key24}</password></server>`,
  ])("are replaced: %s", (line) => {
    const { text, total } = redact(line);
    expect(total).toBe(1);
    for (const value of [key24, hex32, hex64, "Tr0ub4dor"]) expect(text).not.toContain(value);
  });

  it.each([
    ["a type", "  privateKey: string,"],
    ["a type with generics", "  accessToken: Promise<AccessTokenResponse2024>;"],
    ["a reference to the environment", "apiKey: process.env.OPENAI_API_KEY_2024"],
    ["a shell reference", "API_KEY=$" + "{OPENAI_API_KEY_2024}"],
    ["a shell substitution", "TOKEN=$(gcloud auth print-access-token-123)"],
    ["a template", 'password: "{{ .Values.db.password1234 }}"'],
    ["a placeholder", 'apiKey: "your-api-key-here-1234"'],
    ["a placeholder in angle brackets", "SECRET_KEY=<put-32-random-bytes>"],
    ["a row of x", "API_KEY=xxxxxxxxxxxxxxxxxxxxxxxx"],
    ["a masked value", "Token: gho_************************************"],
    ["a test value", 'const apiKey = "test-api-key-1234567";'],
    ["a call", "const token = createAccessToken2024(user);"],
    ["a property", "token: response.data.accessToken2024"],
    ["a commit", `"token": "${body(40, HEX)}"`],
    ["a digest under a general name", `token: ${hex64}`],
    ["a UUID", 'client_secret: "0f1b7a52-97fd-4a5c-b0e8-6b6b1f0f6a35"'],
    ["an integrity hash", `secret: "sha512-${body(86, BASE64)}=="`],
    ["a cursor", `"nextPageToken": "${key24}"`],
    ["a working directory", "PWD=/home/ana/projects/steward-2024"],
    ["a path", 'privateKey: "/etc/ssl/private/server-2024.pem"'],
    ["a URL", 'token: "https://auth.acme.io/oauth2/token/v2"'],
    ["prose", 'password: "Must have at least 12 characters"'],
    ["words in another script", 'password: "пароль-должен-быть-длинным-12"'],
    ["a message key", 'secret: "errors.credentials.invalid_secret"'],
    ["a short value", 'password: "hunter2"'],
    ["a value of few characters", "PASSWORD=1212121212121212"],
    ["an identifier", 'grantToken: "authorization_code_v2"'],
    ["a name that only contains a secret's", `passwordHashAlgorithm: "${key24}"`],
    ["a lockfile's integrity", `"integrity": "sha512-${body(86, BASE64)}=="`],
    ["a commit in a log", `commit ${body(40, HEX)}`],
    ["an option's next option", "deploy --token --region-eu-central-1-a2"],
    ["a tag around a reference", "<password>$" + "{env.MAVEN_PASSWORD_2024}</password>"],
    ["a type argument", "function load(token: Promise<Token> = createToken2024Default()) {"],
    ["a user and group", "docker run -u 1000:1000 app"],
    ["a marker before a value", `[REDACTED:npm-token] = "${key24}"`],
    ["an import map", `"@acme/tokens": "npm:@acme/design-tokens@1.2.3"`],
  ])("are left when they are %s", (_, line) => {
    expect(redact(line)).toMatchObject({ text: line, total: 0 });
  });

  it("are recognized in 98 of 100 random ones of 24 characters and more, in each common notation", () => {
    const random = bodyMaker(77);
    const notations = ["API_KEY=$", 'apiKey: "$",', "api_key: $", '{"password":"$"}', "client_secret = $"];
    const values = [24, 32, 48].flatMap((length) =>
      [ALPHANUMERIC, BASE64, HEX].flatMap((alphabet) => Array.from({ length: 100 }, () => random(length, alphabet))),
    );
    for (const notation of notations) {
      const missed = values.filter((value) => redact(notation.replace("$", value)).text.includes(value));
      expect(missed.length / values.length).toBeLessThan(0.02);
    }
  });

  it("are named by their own shape when they have one", () => {
    const token = `gh${"p_"}${body(36)}`;
    expect(redact(`GITHUB_TOKEN=${token}`).text).toBe("GITHUB_TOKEN=[REDACTED:github-token]");
    expect(redact(`password="${token}!tail0123"`).text).toBe('password="[REDACTED:github-token]"');
  });

  it("keep the text around them a valid JSON", () => {
    const json = JSON.stringify({ user: "ana", nested: JSON.stringify({ clientSecret: `${body(9)}"\\${body(9)}` }) });
    const { text, total } = redact(json);
    expect(total).toBe(1);
    expect(JSON.parse(JSON.parse(text).nested)).toEqual({ clientSecret: "[REDACTED:named-secret]" });
  });
});

describe("credentials in URLs", () => {
  it.each([
    [`postgres://app:${key24}@db:5432/app`, "postgres://app:[REDACTED:url-password]@db:5432/app"],
    [`mongodb+srv://app:p%40ss${key24}@c0.mongodb.net`, "mongodb+srv://app:[REDACTED:url-password]@c0.mongodb.net"],
    [`redis://:${key24}@cache`, "redis://:[REDACTED:url-password]@cache"],
    [`https://${key24}:x-oauth-basic@github.com/a/b`, "https://[REDACTED:url-password]:x-oauth-basic@github.com/a/b"],
    ["amqp://guest:gu3st@mq", "amqp://guest:[REDACTED:url-password]@mq"],
  ])("lose the secret part only: %s", (url, clean) => {
    expect(redact(`url=${url}\n`).text).toBe(`url=${clean}\n`);
  });

  it.each([
    "https://user:password@example.com",
    "postgres://user:pass@localhost/db",
    "postgres://$" + "{USER}:$" + "{PASSWORD}@db/app",
    "postgres://app:<password>@db/app",
    "https://registry.npmjs.org/@types/node/-/node-20.tgz",
    "http://localhost:3000/@vite/client",
    "see https://acme.io: ana@acme.io",
    "git+ssh://git@github.com/acme/app.git",
  ])("stay when they are none: %s", (text) => {
    expect(redact(text).text).toBe(text);
  });
});

describe("private keys", () => {
  const lines = [`MII${body(61, BASE64)}`, body(64, BASE64), body(64, BASE64), `${body(30, BASE64)}==`];
  const forms = ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"];

  it.each(forms)("of the form %s are replaced as a whole", (form) => {
    const block = pemBlock(form, lines);
    for (const text of [
      block,
      JSON.stringify(block).slice(1, -1),
      block.replaceAll("\n", "\r\n"),
      block.replaceAll("\n", "\\\\n"),
    ]) {
      expect(redact(`a ${text} b`).text).toBe("a [REDACTED:private-key] b");
    }
  });

  it("are replaced when a file viewer numbered their lines", () => {
    const numbered = pemBlock("PRIVATE KEY", lines)
      .split("\n")
      .map((line, index) => `${index + 1}→${line}`)
      .join("\n");
    expect(redact(numbered).text).toBe("1→[REDACTED:private-key]");
  });

  it("are replaced when encrypted or cut off before their end", () => {
    const encrypted = pemBlock("RSA PRIVATE KEY", ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,0A", "", ...lines]);
    expect(redact(encrypted).text).toBe("[REDACTED:private-key]");
    const cut = pemBlock("RSA PRIVATE KEY", lines).split("\n").slice(0, 3).join("\n");
    expect(redact(`${cut}\n... 30 more lines`).text).toBe("[REDACTED:private-key]\n... 30 more lines");
  });

  it("stay when code only names the markers, or when the key is public", () => {
    const dashes = "-".repeat(5);
    const code = `pem.replace("${dashes}BEGIN PRIVATE KEY${dashes}", "").replace("${dashes}END PRIVATE KEY${dashes}", "")`;
    for (const text of [code, pemBlock("CERTIFICATE", lines), pemBlock("PUBLIC KEY", lines)]) {
      expect(redact(text).text).toBe(text);
    }
  });
});

describe("where a secret may begin", () => {
  const token = `sk-${body(48)}`;

  it.each(["", " ", "\n", '"', "=", "(", "\\n", "\\t", "\\u0022", "%22", "%3D", "\x1b[32m", "é", "_", "/"])(
    "after %j",
    (before) => {
      expect(redact(`${before}${token}`).text).toBe(`${before}[REDACTED:openai-key]`);
    },
  );

  it("but not inside a word", () => {
    expect(redact(`ta${token}`).total).toBe(0);
  });
});

describe("for any text", () => {
  const noise = fc.string({
    unit: fc.constantFrom(..."abcXYZ019 \n\t\"'\\/=:;,._-+@[]{}()<>$%é😀".normalize()),
    maxLength: 30,
  });
  const anchors = SHAPE_RULES.flatMap((rule) => rule.anchors);
  const fragment = fc.oneof(
    noise,
    fc.constantFrom(...planted.map(({ line }) => line)),
    fc.constantFrom(...planted.map(({ secret }) => secret)),
    fc.constantFrom(...anchors, 'password="', "token=", "secret: ", "://a:", "@", "[REDACTED:jwt]", hex32, key24),
    fc.constantFrom(...planted).chain(({ secret }) => fc.nat(secret.length).map((length) => secret.slice(0, length))),
  );
  const text = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(""));

  it("is idempotent, deterministic and keeps whole characters", () => {
    fc.assert(
      fc.property(text, (input) => {
        const once = redact(input);
        expect(redact(once.text)).toMatchObject({ text: once.text, total: 0 });
        expect(redact(input)).toEqual(once);
        expect(Buffer.from(once.text).toString()).toBe(once.text);
        const sum = Object.values(once.counts).reduce((total, count) => total + count, 0);
        expect(sum).toBe(once.total);
      }),
      { numRuns: 1500 },
    );
  });

  it("never shows a planted secret, wherever its line stands", () => {
    const delimiter = fc.constantFrom("\n", " ", "\t", "\n\n", " | ", "\r\n");
    const anywhere = fc.tuple(noise, delimiter, fc.constantFrom(...planted), delimiter, noise);
    fc.assert(
      fc.property(anywhere, ([before, left, { line, secret }, right, after]) => {
        expect(redact(`${before}${left}${line}${right}${after}`).text).not.toContain(secret);
        expect(redact(JSON.stringify({ t: `${before}${left}${line}${right}${after}` })).text).not.toContain(secret);
      }),
      { numRuns: 1500 },
    );
  });

  it("returns a text without secrets as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abc XYZ 019\n\"'.,:=(){}😀é"), maxLength: 400 }), (input) => {
        fc.pre(!/[a-zA-Z0-9]{16}/.test(input));
        expect(redact(input)).toMatchObject({ text: input, total: 0 });
      }),
    );
  });
});

describe("time", () => {
  const dashes = "-".repeat(5);

  it("and stack are enough for a run of twenty million characters", { timeout: 30_000 }, () => {
    expect(redact(`sk-ant-${"a1".repeat(10_000_000)}`).text).toBe("[REDACTED:anthropic-key]");
    expect(redact(`${dashes}BEGIN PRIVATE KEY${dashes}${" ".repeat(20_000_000)}`).total).toBe(0);
  });

  it("and stack stay bounded because no rule counts an open run", () => {
    const rules = buildAnchorIndex()
      .anchorsOfBucket.flat()
      .map(({ rule }) => rule);
    const bodies = rules.flatMap((rule) => (typeof rule === "string" ? [] : [rule.body.source]));
    expect(bodies.length).toBeGreaterThan(50);
    expect(bodies.filter((source) => /\{\d+,\}/.test(source))).toEqual([]);
  });

  const hostile = [
    "eyJ_",
    "eyJ.",
    "eyJa.eyJ",
    "sk-ant-",
    "sk-",
    'secret="',
    "token=",
    "token:",
    "token: ",
    'password="<',
    "password='\\",
    `${dashes}BEGIN PRIVATE KEY${dashes}\n`,
    `${dashes}BEGIN PRIVATE KEY${dashes}${"A".repeat(16)}\n`,
    "://a:",
    "://",
    "Bearer ",
    "bearer a",
    "key-",
    "A3-",
    "AKIA",
    "8Q~",
    ":AA",
    "1234567890:AA",
    "-us",
    "SG.",
    "xoxb-",
    "=",
    ":",
    "\\",
    '"',
    " ",
    "1",
    "a",
    "A",
    "\n",
    "_authToken=",
    "Basic QUFB",
    "glc_",
    "re_aaaaaaaa_",
    "pat",
    `ghp_${"a".repeat(36)}`,
    "[REDACTED:jwt]",
    "secret=a.b.",
    "%41",
  ];

  it.each(hostile)("grows with the length for rows of %j", (unit) => {
    const measure = (characters: number) => {
      const text = unit.repeat(Math.ceil(characters / unit.length));
      const start = performance.now();
      redact(text);
      return performance.now() - start;
    };
    measure(20_000);
    // Quadratic rules take minutes at this length; the bound leaves room for a busy machine.
    expect(measure(400_000)).toBeLessThan(1_500);
  });
});
