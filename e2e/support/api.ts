import { type APIRequestContext, expect, test } from "@playwright/test";

/**
 * Calls the server as any program would: plain HTTP, plain JSON. Requests of a page carry its session cookie, so that
 * the same helper acts as a person; with a key it acts as an agent.
 */
type Call = { request: APIRequestContext; key?: string };

export type ApiAnswer = { status: number; body: unknown };

/** A change: the body is the input itself, without an envelope. */
export async function change<Output>(call: Call, procedure: string, input: unknown): Promise<Output> {
  const response = await call.request.post(`/api/trpc/${procedure}`, {
    data: input,
    headers: { "content-type": "application/json", ...authorization(call) },
  });
  return dataOf(procedure, response.status(), await response.json());
}

export async function query<Output>(call: Call, procedure: string, input: unknown): Promise<Output> {
  const { status, body } = await ask(call, procedure, input);
  return dataOf(procedure, status, body);
}

/** A query whose refusal is what the test looks at. */
export async function ask(call: Call, procedure: string, input: unknown): Promise<ApiAnswer> {
  const address = `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response = await call.request.get(address, { headers: authorization(call) });
  return { status: response.status(), body: await response.json() };
}

/** A change by cookie must come from a page of the server, and says so as a browser would. */
function authorization({ key }: Call): Record<string, string> {
  return key === undefined ? { origin: ownOrigin() } : { authorization: `Bearer ${key}` };
}

export function ownOrigin(): string {
  return new URL(test.info().project.use.baseURL ?? "").origin;
}

/** Tests read only the fields that they name; a wrong shape shows up where it is read. */
function dataOf<Output>(procedure: string, status: number, body: unknown): Output {
  expect(status, `${procedure} answers ${JSON.stringify(body).slice(0, 600)}`).toBe(200);
  const { result } = body as { result: { data: Output } };
  return result.data;
}
