/**
 * Names under which secrets stand, and what tells a real value from a word, a reference or a placeholder: as data.
 * A normalized name is in lower case, without `_`, `-` and `.`.
 */

/** A normalized name that ends so holds a secret. Keyed by the last three letters. */
export const SECRET_NAME_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map([
  ["ord", ["password"]],
  ["swd", ["passwd"]],
  ["pwd", ["pwd"]],
  [
    "ass",
    ["dbpass", "smtppass", "mailpass", "emailpass", "userpass", "redispass", "mysqlpass", "adminpass", "rootpass"],
  ],
  ["ase", ["passphrase"]],
  ["ret", ["secret"]],
  ["ken", ["token"]],
  ["als", ["credentials"]],
  ["ial", ["credential"]],
  ["ion", ["authorization"]],
  [
    "key",
    [
      "apikey",
      "secretkey",
      "accesskey",
      "privatekey",
      "encryptionkey",
      "signingkey",
      "masterkey",
      "authkey",
      "servicekey",
      "rolekey",
      "accountkey",
      "licensekey",
      "sessionkey",
      "deploykey",
      "adminkey",
      "appkey",
      "hmackey",
      "jwtkey",
      "cookiekey",
    ],
  ],
]);

/** Names that end like a secret and are none: cursors of lists, vocabulary of parsers and models, working directories. */
export const PUBLIC_NAME =
  /(?:page|continuation|sync|cancel|cancellation|design|color|css|syntax|stop|eos|bos|pad|unk|mask|sep|cls|special|next|start|end|first|last|public|site|idempotency|resume)(?:token|key)$|^(?:old)?pwd$/;

/** Endings of a name that say which of several values it is: `SECRET_KEY_BASE`, `API_KEY_2`. */
export const NAME_QUALIFIER =
  /(?:[_.-](?:base|base64|b64|prod|production|dev|staging|test|live|old|new|primary|secondary|default|v?\d{1,3}))+$/i;

/** Names of headers whose value is a credential even without quotes: `X-Api-Key: …` in a curl call or a log. */
export const HEADER_NAME = /^(?:x)?(?:apikey|authtoken|accesstoken|apitoken|gitlabtoken|privatetoken|vaulttoken)$/;

/** Names whose value a person chose: words with a digit count as a secret there. */
export const PASSWORD_NAME = /(?:password|passwd|pwd|pass|passphrase)$/;

/** Names so general that a commit or a digest may stand under them, unless it is assigned as in an env file. */
export const WEAK_NAME = /^(?:token|credentials?)$/;

/** Text in a value that says that it is no real one. Case does not matter. */
export const PLACEHOLDER =
  /xxxx|\*\*\*\*|\.\.\.|…|<[^<>]*>|\$\{|\{\{|%[a-z_]{2,40}%|^\$|^%|\$\(|your|example|sample|placeholder|change.?me|change.?this|replace|redacted|dummy|fake|insert|todo|lorem|secret.?here|key.?here|token.?here|^(?:test|mock|demo)|(?:^|[-_./: ])(?:test|tests|testing|mock|demo|foo|bar|my|none|null|undefined)(?:[-_./: ]|$)|process\.env|os\.environ|getenv|import\.meta|0123456789|123456789|abcdefgh|deadbeef|^(.)\1+$/i;
