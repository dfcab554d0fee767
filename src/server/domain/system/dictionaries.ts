// Dictionaries, the platform's and each tenant's own: entries carry the code of their dictionary, and lookups leave out what is sealed.
import { labelOf } from "#schema/model";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ReadHandler, ResourceHooks } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, first, read, run } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** The platform's dictionaries, and each tenant's own. */
const dictionaries = ["dict", "dict-biz"] as const;
type Dictionary = (typeof dictionaries)[number];

/** The key of every dictionary itself; its entries have keys of their own. */
const keyOfDictionary = "-1";
const codeTaken: Text = ["当前字典编号已存在!", "A dictionary with this code exists"];
const keyTaken: Text = ["当前字典键值已存在!", "This dictionary has an entry with this key"];

/** The unsealed entries of a code by their order; a sealed dictionary, or a sealed entry above, hides what is below it. */
const entriesOf = (dictionary: Dictionary) =>
  prepared(`dictionary_${dictionary}`, (given: Given<{ readonly code: string }>, { accessible }) => {
    const unsealed = db
      .selectFrom(accessible(dictionary, "d"))
      .where("d.isSealed", "=", 0)
      .select(["d.id", "d.parentId", "d.code", "d.dictKey", "d.dictValue", "d.sort", "d.isSealed", "d.remark"]);
    return db
      .withRecursive("entry(id, parentId, code, dictKey, dictValue, sort, isSealed, remark)", (cte) =>
        unsealed
          .where("d.parentId", "is", null)
          .where("d.code", "=", given("code"))
          .union(
            cte
              .selectFrom("entry as e")
              .innerJoin(unsealed.as("d"), "d.parentId", "e.id")
              .select(["d.id", "d.parentId", "d.code", "d.dictKey", "d.dictValue", "d.sort", "d.isSealed", "d.remark"]),
          ),
      )
      .selectFrom("entry as e")
      .where("e.parentId", "is not", null)
      .orderBy("e.sort")
      .orderBy("e.id")
      .selectAll();
  });

function readDictionary(dictionary: Dictionary): ReadHandler {
  const entries = entriesOf(dictionary);
  return async (context, parameters) => {
    const code = parameters["code"] ?? "";
    const [rows] = await read(context, [entries(context, { code })]);
    return rows.map((row) => ({
      id: row.id,
      parentId: row.parentId,
      code: row.code,
      dictKey: row.dictKey ?? "",
      dictValue: row.dictValue ?? "",
      sort: row.sort ?? 0,
      isSealed: row.isSealed ?? 0,
      remark: row.remark ?? "",
    }));
  };
}

async function codeOfParent(dictionary: Dictionary, context: CommitContext, tx: Transaction, parentId: string | null): Promise<string> {
  const parent = await first(tx, db.selectFrom(tables(context).withRemoved(dictionary, "d")).where("d.id", "=", parentId).select("d.code"));
  return parent?.code ?? "";
}

interface Wanted {
  readonly code: string | null | undefined;
  /** Of an entry; a dictionary has none of its own. */
  readonly dictKey?: string | null | undefined;
  readonly ownId: string | undefined;
}

/** In words of this resource, before the unique index says it in its own. */
async function requireFree(
  dictionary: Dictionary,
  context: CommitContext,
  tx: Transaction,
  { code = null, dictKey, ownId }: Wanted,
): Promise<void> {
  const others = db
    .selectFrom(tables(context).unscoped(dictionary, "d"))
    .where("d.code", "=", code)
    .where("d.id", "<>", ownId ?? "0")
    .select("d.id");
  const isTop = dictKey === undefined;
  const taken = await first(tx, isTop ? others.where("d.parentId", "is", null) : others.where("d.dictKey", "=", dictKey));
  if (taken === undefined) return;
  const name = isTop ? "code" : "dictKey";
  const label = labelOf(context.model.resource.get(dictionary), name);
  throw invalidFields([{ code: "duplicate", path: [name], parameters: {}, label, message: isTop ? codeTaken : keyTaken }]);
}

/** Renames the code of everything below a dictionary whose code changed. */
async function renameEntries(
  dictionary: Dictionary,
  context: CommitContext,
  tx: Transaction,
  { id, code }: { readonly id: string; readonly code: string | null },
): Promise<void> {
  const { withRemoved } = tables(context);
  const below = db
    .withRecursive("below(id)", (cte) =>
      db
        .selectFrom(withRemoved(dictionary, "d"))
        .where("d.parentId", "=", id)
        .select("d.id")
        .union(cte.selectFrom("below as b").innerJoin(withRemoved(dictionary, "d"), "d.parentId", "b.id").select("d.id")),
    )
    .selectFrom("below as b")
    .select("b.id");
  await run(tx, updateDerived(withRemoved(dictionary, "d")).set({ code }).where("d.id", "in", below));
}

function hooksOf(dictionary: Dictionary): ResourceHooks<Dictionary> {
  const isTop = ({ parentId }: RowValues<Dictionary>) => (parentId ?? null) === null;
  return {
    // Entries follow the code of their dictionary while they are removed.
    restore: {},
    submit: {
      beforeChange: async (tx, context, { values, current }) => {
        const merged = { ...current, ...values };
        if (isTop(merged)) {
          values.dictKey = keyOfDictionary;
          if (values.code !== undefined && values.code !== current?.code)
            await requireFree(dictionary, context, tx, { code: values.code, ownId: current?.id });
          return;
        }
        values.code = await codeOfParent(dictionary, context, tx, merged.parentId ?? null);
        if (values.dictKey !== undefined && values.dictKey !== current?.dictKey)
          await requireFree(dictionary, context, tx, { code: values.code, dictKey: values.dictKey, ownId: current?.id });
      },
      afterChange: async (tx, context, { id, values, current }) => {
        if (current !== undefined && isTop(current) && values.code !== undefined && values.code !== current.code)
          await renameEntries(dictionary, context, tx, { id, code: values.code });
      },
    },
  };
}

export const dictionariesDomain: Domain = {
  reads: Object.fromEntries(dictionaries.map((dictionary) => [`${dictionary}.dictionary`, readDictionary(dictionary)])),
  actions: {},
  hooks: { dict: hooksOf("dict"), "dict-biz": hooksOf("dict-biz") },
};
