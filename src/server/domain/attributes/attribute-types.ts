// How an attribute is entered stays as it is once values of it are stored: they would be of another type than they say.
import { sql } from "kysely";
import type { Domain, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { sentValues, storeSentValues } from "./list-values.ts";

const submit: SubmitEffect<"attr"> = {
  afterChange: (tx, context, { id, values, current, unstored }) =>
    storeSentValues(context, tx, { id, inputType: { ...current, ...values }.inputType ?? null, sent: sentValues(unstored) }),
  beforeChange: async (tx, context, { values, current }) => {
    if (current === undefined) return;
    const changed = (["attrType", "inputType"] as const).find((name) => values[name] !== undefined && values[name] !== current[name]);
    if (changed === undefined) return;
    const { unscoped } = tables(context);
    const one = sql<number>`1`.as("one");
    const named = JSON.stringify([{ attrId: current.id }]);
    const used = await first(
      tx,
      db
        .selectFrom(unscoped("goodsattr", "g"))
        .where("g.attrId", "=", current.id)
        .select(one)
        .unionAll(
          db
            .selectFrom(unscoped("attr-owner-bill", "b"))
            .where(({ ref }) => sql<boolean>`${ref("b.attrList")} @> ${named}::jsonb`)
            .select(one),
        )
        .unionAll(
          db
            .selectFrom(unscoped("attribute-owner-doc", "d"))
            .where(({ ref }) => sql<boolean>`${ref("d.docAttrList")} @> ${named}::jsonb`)
            .select(one),
        )
        .limit(1),
    );
    if (used !== undefined)
      throw fieldError(context, "attr", changed, {
        code: "fixed",
        message: [
          "该属性已有值，不能修改类型和录入方式",
          "Values of this attribute are stored; its type and how it is entered no longer change",
        ],
      });
  },
};

export const attributeTypesDomain: Domain = { reads: {}, actions: {}, hooks: { attr: { submit, restore: {} } } };
