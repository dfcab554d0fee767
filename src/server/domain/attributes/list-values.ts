// The values of attributes that are picked from a list: sent with their attribute or one by one, and never none.
import { scalarOrEmpty } from "#schema/json";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { inputTypes } from "../../../fields/requested-attributes.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { replaceOwnRows } from "../../crud/write/own-rows.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const resource = "attr-value";

/** A value as it is sent with its attribute: one that is there by its id, a new one without. */
interface SentValue {
  readonly id: string;
  readonly attrValue: string;
  readonly sort: number;
}

/** The values that were sent with an attribute; undefined where its body does not speak of them. */
export function sentValues({ attrValues }: Readonly<Record<string, unknown>>): readonly SentValue[] | undefined {
  if (!Array.isArray(attrValues)) return undefined;
  return attrValues.map((row: unknown, index) => {
    const { id, attrValue, sort } = { ...(typeof row === "object" ? row : undefined) } as Readonly<Record<string, unknown>>;
    return { id: scalarOrEmpty(id), attrValue: scalarOrEmpty(attrValue), sort: Number(sort) > 0 ? Number(sort) : index + 1 };
  });
}

const valuesOf = (context: CommitContext, tx: Transaction, attrIds: readonly string[]) =>
  rows(
    tx,
    db
      .selectFrom(tables(context).unscoped(resource, "v"))
      .where("v.attrId", "=", anyOf(attrIds))
      .select(["v.id", "v.attrId", "v.attrValue", "v.sort"]),
  );

const noValue: Text = ["列表选择的属性至少要有一个属性值", "An attribute that is picked from a list needs at least one value"];

/** After an attribute is written: takes the values that were sent with it, and refuses a list without any. */
export async function storeSentValues(
  context: CommitContext,
  tx: Transaction,
  { id, inputType, sent }: { readonly id: string; readonly inputType: number | null; readonly sent: readonly SentValue[] | undefined },
): Promise<void> {
  if (inputType !== inputTypes.list) return;
  if (sent !== undefined) {
    const texts = sent.map(({ attrValue }) => attrValue);
    if (new Set(texts).size < texts.length)
      throw fieldError(context, "attr", "attrValues", { code: "duplicate", message: ["属性值不能重复", "Each value is there once"] });
    await replaceOwnRows(context, tx, { resource, by: "attrId", of: id, sent: sent.map((value) => ({ ...value })) });
  }
  if ((await valuesOf(context, tx, [id])).length === 0)
    throw fieldError(context, "attr", "attrValues", { code: "required", message: noValue });
}

/** Refuses that these values leave their attribute, where that is a list and no other value remains. */
async function requireOthers(
  context: CommitContext,
  tx: Transaction,
  leaving: readonly { readonly id: string; readonly attrId: string | null }[],
) {
  const ids = [...new Set(leaving.flatMap(({ attrId }) => attrId ?? []))].toSorted();
  const gone = new Set(leaving.map(({ id }) => id));
  const remaining = new Set<string | null>();
  const attributes = [];
  // Locked, so that two people do not each take one of the last two.
  for (const id of ids) attributes.push(await lockRow(context, tx, "attr", id));
  for (const { id, attrId } of await valuesOf(context, tx, ids)) if (!gone.has(id)) remaining.add(attrId);
  const bare = attributes.find(({ id, inputType }) => inputType === inputTypes.list && !remaining.has(id));
  if (bare === undefined) return;
  const name = bare.attrName ?? "";
  throw businessError("lastValue", [
    `属性“${name}”为列表选择，至少要保留一个属性值`,
    `The attribute “${name}” is picked from a list, so one value must remain`,
  ]);
}

const hooks: ResourceHooks<"attr-value"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current !== undefined && values.attrId !== undefined && values.attrId !== current.attrId)
        await requireOthers(context, tx, [{ id: current.id, attrId: current.attrId }]);
    },
  },
  remove: { beforeRemove: (tx, context, { rows: going }) => requireOthers(context, tx, going) },
};

export const listValuesDomain: Domain = { reads: {}, actions: {}, hooks: { "attr-value": hooks }, effects: ["attr.values"] };
