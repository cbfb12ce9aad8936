import type { Plan, SessionInput } from "../prune/model";
import { project } from "../prune/projection";
import { timelineOf } from "../prune/timeline";
import { anthropicMessages } from "./anthropic";
import { dialogueOf, type ProjectionSource } from "./dialogue";
import type { AnthropicMessage, LeftOut, OpenAiMessage, PlainEvent, ProjectionFormat } from "./formats";
import { markdownOf } from "./markdown";
import { openAiMessages } from "./openai";
import { plainEvents } from "./plain-events";

/** A thread's projection in one format. */
export type RenderedProjection =
  | { readonly format: "events"; readonly events: readonly PlainEvent[]; readonly leftOut: LeftOut }
  | { readonly format: "anthropic"; readonly messages: readonly AnthropicMessage[]; readonly leftOut: LeftOut }
  | { readonly format: "openai"; readonly messages: readonly OpenAiMessage[]; readonly leftOut: LeftOut }
  | { readonly format: "markdown"; readonly markdown: string; readonly leftOut: LeftOut };

type RenderedBody = readonly PlainEvent[] | readonly AnthropicMessage[] | readonly OpenAiMessage[] | string;

/** The projection of a thread under a plan, with the events that it comes from. */
export function sourceOf(session: SessionInput, plan: Plan, thread: string): ProjectionSource {
  const { byRef } = timelineOf(session);
  return { items: project(session, plan, thread), eventOf: (ref) => byRef.get(ref)?.event };
}

export function render(source: ProjectionSource, thread: string, format: ProjectionFormat): RenderedProjection {
  if (format === "events") return { format, events: plainEvents(source), leftOut: onlyThinking(source) };
  if (format === "markdown") return { format, markdown: markdownOf(source, thread), leftOut: onlyThinking(source) };
  const { turns, leftOut } = dialogueOf(source);
  return format === "anthropic"
    ? { format, messages: anthropicMessages(turns), leftOut }
    : { format, messages: openAiMessages(turns), leftOut };
}

function onlyThinking({ items }: ProjectionSource): LeftOut {
  return { thinking: items.filter((item) => item.kind === "thinking").length, unfinishedCalls: [] };
}

/** The events, the messages or the text alone. */
export function bodyOf(rendered: RenderedProjection): RenderedBody {
  if (rendered.format === "events") return rendered.events;
  return rendered.format === "markdown" ? rendered.markdown : rendered.messages;
}
