/** Talks to the sign-in service and turns its answers into sentences with a remedy. */

export type AuthField = "name" | "email" | "password" | "currentPassword" | "newPassword" | "again";
export type AuthAnswer = { ok: true } | { ok: false; message: string; field?: AuthField };

type Refusal = { code?: string; message?: string };

const SENTENCES: Readonly<Record<string, { message: string; field?: AuthField }>> = {
  INVALID_EMAIL_OR_PASSWORD: { message: "The e-mail or the password is wrong. Check both and try again." },
  USER_ALREADY_EXISTS: { field: "email", message: "This address has an account. Sign in instead." },
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: { field: "email", message: "This address has an account. Sign in instead." },
  INVALID_EMAIL: { field: "email", message: "This is no e-mail address. Write it like ada@example.org." },
  NAME_MISSING: { field: "name", message: "Write your name." },
  PASSWORD_TOO_SHORT: { field: "password", message: "Use at least 10 characters." },
  PASSWORD_TOO_LONG: { field: "password", message: "Use at most 128 characters." },
  INVALID_PASSWORD: { field: "currentPassword", message: "This is not your current password." },
  EMAIL_TAKEN: { field: "email", message: "Somebody else on this server has this address." },
  PASSWORD_MISSING: { message: "Set a password first; then the address can change." },
  INVALID_ORIGIN: {
    message:
      "This page was opened under another address than the server's own. Open the address that the server printed at its start, or set STEWARD_BASE_URL to this one.",
  },
};

/** `path` as in `/sign-in/email`. Never throws: an unreachable server is an answer too. */
export async function authRequest(path: string, body: Record<string, string>): Promise<AuthAnswer> {
  let response: Response;
  try {
    response = await fetch(`/api/auth${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    return { ok: false, message: "The server does not answer. Check that it runs, then try again." };
  }
  if (response.ok) return { ok: true };
  return { ok: false, ...refusal(response, await readRefusal(response)) };
}

/** Pure: what a refused request says to the person. */
export function refusal(
  response: Pick<Response, "status" | "headers">,
  { code, message }: Refusal,
): { message: string; field?: AuthField } {
  if (response.status === 429) return { message: `Too many tries. Wait ${waitOf(response.headers)}, then try again.` };
  const known = code === undefined ? undefined : SENTENCES[code];
  if (known) return known;
  if (code === "VALIDATION_ERROR" && message?.includes("email")) return SENTENCES["INVALID_EMAIL"] ?? { message };
  if (response.status < 500 && message) return { message };
  return { message: "The server could not do this. Try again; if it stays, an owner finds the reason in the log." };
}

function waitOf(headers: Headers): string {
  const seconds = Number(headers.get("x-retry-after") ?? headers.get("retry-after") ?? 60);
  if (!Number.isFinite(seconds) || seconds > 90) return `${Math.ceil((seconds || 60) / 60)} minutes`;
  return seconds === 1 ? "1 second" : `${seconds} seconds`;
}

async function readRefusal(response: Response): Promise<Refusal> {
  try {
    const body: unknown = await response.json();
    if (typeof body !== "object" || body === null) return {};
    const read = (key: string) => {
      const value: unknown = Reflect.get(body, key);
      return typeof value === "string" ? value : undefined;
    };
    return { code: read("code"), message: read("message") };
  } catch {
    return {};
  }
}
