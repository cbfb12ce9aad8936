import { PASSWORD_NAME } from "./name-rules";
import type { RedactionKind } from "./rules";
import { normalizedSecretName, secretNameBefore } from "./secret-name";
import { isSecretValue } from "./secret-value";
import type { Span } from "./spans";
import { SHORTEST_VALUE, valueAfter } from "./value";

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * The value at the separator at `separator` (`:`, `=`, the space after an option, the end of a tag) when it has the name and the look of a secret.
 * The value is looked at first: most separators in code and JSON have a short value and cost a few comparisons.
 */
export function namedSecretAt(text: string, separator: number): Span | undefined {
  const value = valueAfter(text, separator);
  if (!value) return undefined;
  const name = secretNameBefore(text, separator);
  if (name === undefined) return undefined;
  const content = text.slice(value.start, value.end);
  if (!isSecretValue(name, content, value.form)) return undefined;
  return { start: value.start, end: value.end, kind: kindOf(name, content), byContext: true };
}

function kindOf(name: string, content: string): RedactionKind {
  if (name.endsWith("secretaccesskey") && content.length === 40) return "aws-secret-key";
  if (name === "auth") return "cloud-registry-auth";
  return PASSWORD_NAME.test(name) ? "password" : "named-secret";
}

/** Whether a decoded value (of JSON, say) under a name is a secret: the same question as in text, the value being whole. */
export function namedSecretKind(name: string, value: string): RedactionKind | undefined {
  if (value.length < SHORTEST_VALUE || !PRINTABLE_ASCII.test(value)) return undefined;
  const secretName = normalizedSecretName(name);
  if (secretName === undefined || !isSecretValue(secretName, value, "quoted")) return undefined;
  return kindOf(secretName, value);
}
