// The building blocks of the description: nodes of its document, and references to its components.
import type { Text } from "../text.ts";

export type Node = { readonly [member: string]: unknown };

/** A label in both languages. */
export const both = ([zh, en]: Text): string => (zh === en ? zh : `${zh} / ${en}`);

/** code-set → CodeSet */
export const schemaName = (resource: string): string =>
  resource.replace(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());

export const refTo = (kind: "schemas" | "responses" | "parameters", name: string): Node => ({ $ref: `#/components/${kind}/${name}` });

export const json = (description: string, schema: Node): Node => ({ description, content: { "application/json": { schema } } });

export const object = (properties: Node, required: readonly string[] = []): Node => ({
  type: "object",
  ...(required.length === 0 ? {} : { required }),
  properties,
});

export const texts = (...names: readonly string[]): Node => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
export const integers = (...names: readonly string[]): Node => Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
