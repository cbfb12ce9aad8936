import { z } from "zod";
import { EVENT_KIND_NAMES } from "../../../core/events/kinds";
import { PROJECTION_FORMATS } from "../../../core/projection/formats";
import { RESIDENCY_SOURCES } from "../../../services/projection/project-session";
import { SessionNumber, ThreadKey } from "../sessions/session-number";

export const ProjectContextInput = SessionNumber.extend({
  thread: ThreadKey.min(1).default("main"),
  format: z.enum(PROJECTION_FORMATS).default("events"),
  residencies: z.enum(RESIDENCY_SOURCES).default("current"),
});

/** The same projection, some pieces at a time. */
export const ProjectPageInput = ProjectContextInput.extend({
  /** First piece, by its place in the projection. */
  from: z.int().nonnegative().max(10_000_000).default(0),
  limit: z.int().min(1).max(200).default(60),
});

export const ProjectionPageView = z.object({
  revision: z.int(),
  residencies: z.enum([...RESIDENCY_SOURCES, "full"]),
  /** Estimated, of the whole projection. */
  tokens: z.int(),
  omittedEvents: z.int(),
  pieces: z.array(
    z.object({
      at: z.int(),
      role: z.string(),
      text: z.string(),
      characters: z.int(),
      ref: z.string().nullable(),
      kind: z.enum(EVENT_KIND_NAMES).nullable(),
      tool: z.string().nullable(),
      residency: z.enum(["full", "retained", "reference"]).nullable(),
      tokens: z.int().nullable(),
    }),
  ),
  total: z.int(),
  nextAt: z.int().nullable(),
});

const LeftOutView = z.object({ thinking: z.int(), unfinishedCalls: z.array(z.string()).readonly() });

const PlainEventView = z.object({
  ref: z.string(),
  kind: z.enum(EVENT_KIND_NAMES),
  residency: z.enum(["full", "retained", "reference"]),
  text: z.string(),
  marker: z.string(),
  tokens: z.int(),
  tool: z.string().nullable(),
  callId: z.string().nullable(),
  partner: z.string().nullable(),
  requestId: z.string().nullable(),
  isError: z.boolean().nullable(),
  standsFor: z.array(z.string()).readonly().nullable(),
});

const TextView = z.object({ type: z.literal("text"), text: z.string() });
const ToolUseView = z.object({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.record(z.string(), z.unknown()),
});
const ToolResultView = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.array(TextView).readonly(),
  is_error: z.boolean(),
});
const AnthropicView = z.discriminatedUnion("role", [
  z.object({
    role: z.literal("user"),
    content: z.array(z.discriminatedUnion("type", [TextView, ToolResultView])).readonly(),
  }),
  z.object({
    role: z.literal("assistant"),
    content: z.array(z.discriminatedUnion("type", [TextView, ToolUseView])).readonly(),
  }),
]);

const OpenAiCallView = z.object({
  id: z.string(),
  type: z.literal("function"),
  function: z.object({ name: z.string(), arguments: z.string() }),
});
const OpenAiView = z.discriminatedUnion("role", [
  z.object({ role: z.literal("user"), content: z.string() }),
  z.object({
    role: z.literal("assistant"),
    content: z.string().nullable(),
    tool_calls: z.array(OpenAiCallView).readonly().optional(),
  }),
  z.object({ role: z.literal("tool"), tool_call_id: z.string(), content: z.string() }),
]);

export const ContextView = z.object({
  thread: z.string(),
  /** `full` when no plan could be made. */
  residencies: z.enum([...RESIDENCY_SOURCES, "full"]),
  projection: z.discriminatedUnion("format", [
    z.object({ format: z.literal("events"), events: z.array(PlainEventView).readonly(), leftOut: LeftOutView }),
    z.object({ format: z.literal("anthropic"), messages: z.array(AnthropicView).readonly(), leftOut: LeftOutView }),
    z.object({ format: z.literal("openai"), messages: z.array(OpenAiView).readonly(), leftOut: LeftOutView }),
    z.object({ format: z.literal("markdown"), markdown: z.string(), leftOut: LeftOutView }),
  ]),
  /** Estimated. */
  tokens: z.int(),
  omittedEvents: z.int(),
});
export type ContextView = z.infer<typeof ContextView>;
