// The values of attributes that are picked from a list: sent with their attribute or one by one, and never none.
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { inputTypes } from "../../../fields/asked-attributes.ts";
import { checkBlockers } from "../../crud/guards/blockers.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow, lockRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const resource = "attr-value";

/** A value as it is sent with its attribute: one that is there by its id, a new one without. */
interface SentValue {
  readonly id: string;
  readonly attrValue: string;
  readonly sort: number;
}

const textIn = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** The values that were sent with an attribute; undefined where its body does not speak of them. */
export function sentValues({ attrValues }: Readonly<Record<string, unknown>>): readonly SentValue[] | undefined {
  if (!Array.isArray(attrValues)) return undefined;
  return attrValues.map((row: unknown, index) => {
    const { id, attrValue, sort } = { ...(typeof row === "object" ? row : undefined) } as Readonly<Record<string, unknown>>;
    return { id: textIn(id), attrValue: textIn(attrValue), sort: Number(sort) > 0 ? Number(sort) : index + 1 };
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

/** Leaves the attribute with these values: new ones are added, others changed, and those that are not sent removed unless they are used. */
async function replaceValues(context: CommitContext, tx: Transaction, attrId: string, sent: readonly SentValue[]): Promise<void> {
  const stored = new Map((await valuesOf(context, tx, [attrId])).map((value) => [value.id, value]));
  const kept = new Set(sent.map(({ id }) => id));
  const going = [...stored.keys()].filter((id) => !kept.has(id));
  if (going.length > 0) {
    const removed = await lockRows(context, tx, resource, going);
    const { model, scope } = context;
    await checkBlockers(tx, resourceNamed(context, resource), {
      model,
      tenantId: scope.tenantId,
      rows: removed.map((row) => ({ ...row })),
    });
    await run(tx, updateDerived(tables(context).unscoped(resource, "v")).where("v.id", "=", anyOf(going)).set({ isDeleted: 1 }));
  }
  for (const { id, attrValue, sort } of sent) {
    const value = stored.get(id);
    if (value === undefined) await addRow(context, tx, resource, { attrId, attrValue, sort });
    else if (value.attrValue !== attrValue || value.sort !== sort)
      await changeRow(context, tx, resource, { id, values: { attrValue, sort } });
  }
}

const noValue: Text = ["列表选择的属性至少要有一个属性值", "An attribute that is picked from a list needs at least one value"];

/** After an attribute is written: takes the values that were sent with it, and refuses a list without any. */
export async function settleValues(
  context: CommitContext,
  tx: Transaction,
  { id, inputType, sent }: { readonly id: string; readonly inputType: number | null; readonly sent: readonly SentValue[] | undefined },
): Promise<void> {
  if (inputType !== inputTypes.list) return;
  if (sent !== undefined) {
    const texts = sent.map(({ attrValue }) => attrValue);
    if (new Set(texts).size < texts.length)
      throw fieldError(context, "attr", "attrValues", { code: "duplicate", message: ["属性值不能重复", "Each value is there once"] });
    await replaceValues(context, tx, id, sent);
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
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined && values.attrId !== undefined && values.attrId !== current.attrId)
        await requireOthers(context, tx, [{ id: current.id, attrId: current.attrId }]);
    },
  },
  remove: { beforeWrite: (tx, context, { rows: going }) => requireOthers(context, tx, going) },
};

export const listValuesDomain: Domain = { reads: {}, actions: {}, hooks: { "attr-value": hooks }, effects: ["attr.values"] };
