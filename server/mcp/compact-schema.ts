import type { JSONObject } from "@modelcontextprotocol/server";
import { z } from "zod";

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** An object of arguments as `inputSchema`. */
type InputSchema = JSONObject & { readonly type: "object"; properties?: JSONObject; required?: string[] };

/**
 * The schema of a tool's arguments, short: every listed schema takes room in the window of each session. Names, types,
 * choices and what is required stay; limits and defaults go, since a call that breaks a limit is told of it.
 */
export function inputSchemaOf(schema: z.ZodType, wants: Readonly<Record<string, string>> = {}): InputSchema {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  const compact = Object.entries(properties).map(([name, property]) => {
    const description = wants[name];
    return [name, { ...compactOf(property), ...(description !== undefined && { description }) }] as const;
  });
  return {
    type: "object",
    ...(compact.length > 0 && { properties: Object.fromEntries(compact) }),
    ...(required.length > 0 && { required }),
  };
}

function compactOf(schema: JsonSchema | boolean): JSONObject {
  if (typeof schema === "boolean") return {};
  const choices = choicesOf(schema);
  if (choices.length > 1) return { anyOf: choices.map(withoutLimits) };
  const [only] = choices;
  return only ? withoutLimits(only) : {};
}

/** What may be left out may also be null; a model need not know. */
function choicesOf(schema: JsonSchema): JsonSchema[] {
  if (!schema.anyOf) return schema.type === "null" ? [] : [schema];
  return schema.anyOf.flatMap((choice) => (typeof choice === "boolean" ? [] : choicesOf(choice)));
}

function withoutLimits({ type, enum: values, const: value, items, properties, required }: JsonSchema): JSONObject {
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, compactOf(field)] as const);
  return {
    ...(type !== undefined && { type }),
    ...(values !== undefined && { enum: values }),
    ...(value !== undefined && { const: value }),
    ...(items !== undefined && !Array.isArray(items) && { items: compactOf(items) }),
    ...(fields.length > 0 && { properties: Object.fromEntries(fields) }),
    ...(required !== undefined && required.length > 0 && { required }),
  };
}
