import type { CallToolResult } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { type Fault, fail, ok, type Result } from "../core/result";

/** How answers of the services look to a client of MCP. Whatever they quote is text and nothing else. */

export function textAnswer(markdown: string, more: Partial<CallToolResult> = {}): CallToolResult {
  return { content: [{ type: "text", text: markdown }], ...more };
}

/** A refusal is for the model to read and act on, so it is an answer of the tool and no failure of the protocol. */
export function faultAnswer({ code, message, field, retryAfterSeconds }: Fault): CallToolResult {
  const structuredContent = {
    code,
    message,
    ...(field !== undefined && { field }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  };
  return { ...textAnswer(message), structuredContent, isError: true };
}

/** Arguments that were checked; a fault names the argument and says what it wants. */
export function readArgs<Schema extends z.ZodType>(
  tool: string,
  schema: Schema,
  args: Readonly<Record<string, unknown>>,
  wants: Readonly<Record<string, string>> = {},
): Result<z.output<Schema>> {
  const parsed = schema.safeParse(args);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? "");
  const field = issue?.path.join(".") || "arguments";
  const wrong = name !== "" && args[name] === undefined ? "It is missing." : stopped(issue?.message ?? "Unreadable");
  const remedy = wants[name] === undefined ? "" : ` Give ${wants[name]}.`;
  return fail("bad_request", `${tool}: ${field}: ${wrong}${remedy}`, { field });
}

function stopped(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
