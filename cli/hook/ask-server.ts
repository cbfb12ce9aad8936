import type { HookConnection } from "./connection";

/** A request line and its headers have 16 KiB in Node's own server; the rest is for the headers. */
const MAX_QUERY_CHARACTERS = 12_000;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The server does not answer in time. */
export class NoAnswer extends Error {}

/** The server's sentence for what it does not do. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** Whether an input can be asked in one query. */
export function fitsQuery(input: object): boolean {
  return queryOf(input).length <= MAX_QUERY_CHARACTERS;
}

function queryOf(input: object): string {
  return encodeURIComponent(JSON.stringify(input));
}

/**
 * One query of the API over Node's own HTTP, since `fetch` alone takes a hook's whole time to load.
 * @returns the data, which the caller has to look at.
 * @throws NoAnswer after the deadline or when nobody listens; Refused with the server's sentence.
 */
export async function askServer(
  { server, key }: HookConnection,
  procedure: string,
  input: object,
  deadlineMs: number,
): Promise<unknown> {
  if (!fitsQuery(input)) throw new Error("The question is too long for a query.");
  const query = queryOf(input);
  const url = `${server}/api/trpc/${procedure}?input=${query}`;
  const { status, text } = await get(url, key, deadlineMs);
  const answer: { result?: { data?: unknown }; error?: { message?: string } } = JSON.parse(text);
  if (status === 200) return answer.result?.data;
  throw new Refused(`${procedure}: ${answer.error?.message ?? `the server answered ${status}`}`, status);
}

async function get(url: string, key: string, deadlineMs: number): Promise<{ status: number; text: string }> {
  const { request } = url.startsWith("https:") ? await import("node:https") : await import("node:http");
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
        if (text.length > MAX_ANSWER_BYTES) asking.destroy(new Error("The answer is too long."));
      });
      response.once("end", () => done(() => resolve({ status: response.statusCode ?? 0, text })));
      response.once("error", fail);
    });
    const deadline = setTimeout(() => asking.destroy(new NoAnswer("No answer in time.")), deadlineMs);
    const done = (end: () => void) => {
      clearTimeout(deadline);
      end();
    };
    const fail = (error: Error) =>
      done(() => reject(error instanceof NoAnswer ? error : new NoAnswer(`No answer: ${error.message}`)));
    asking.once("error", fail);
    asking.end();
  });
}
