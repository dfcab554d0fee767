// What a proposal must know of the builders of the definition language, from the kinds themselves.
import type { FieldKind } from "../schema/field-kind.ts";
import { builderNames, fieldKinds } from "../schema/kinds.ts";

/** Ready-made fields: their builders need neither labels nor options. */
export const readyMade: ReadonlySet<string> = new Set(["sort", "enabled", "remark", "createdAt"]);

const kinds: ReadonlyMap<string, FieldKind> = new Map(
  [...builderNames].flatMap(([kind, builder]) => {
    const found = fieldKinds.get(kind);
    return found === undefined ? [] : [[builder, found] as const];
  }),
);

/** Builders that people can choose in a proposal: what they ask for can be said in its grid. */
export const offeredBuilders: readonly string[] = [
  ...[...kinds].filter(([, { asks }]) => asks !== "fields" && asks !== "dictionary").map(([builder]) => builder),
  ...readyMade,
];

/** Whether such a field is chosen from options of its own. */
export const hasOptions = (builder: string): boolean => kinds.get(builder)?.asks === "options";

/** Whether lists show such fields by themselves. */
export const isListed = (builder: string): boolean => kinds.get(builder)?.listed ?? true;

/** Whether such a field can be part of a unique key. */
export const canBeUnique = (builder: string): boolean => kinds.get(builder)?.canBeUnique === true;

/** Whether such a field says by itself that it is unique; others are named by `unique` of their definition. */
export const isNamedUnique = (builder: string): boolean => Object.hasOwn(kinds.get(builder)?.options ?? {}, "unique");

/** Whether rows can be known by such a field: a short text or a code. */
export const canBeTitle = (builder: string): boolean => {
  const kind = kinds.get(builder);
  return kind?.listed === true && kind.meaning !== "other";
};

/** Whether two values of it come one before the other. */
export const isOrdered = (builder: string): boolean => {
  const traits = kinds.get(builder)?.traits;
  return traits?.number !== undefined || traits?.temporal !== undefined;
};
