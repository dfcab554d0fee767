// Values of attributes that stand in rows of their own, for goods and for batches: picked or typed as the attribute says, and of its type.
import { inputTypes, typedFault } from "../../../fields/requested-attributes.ts";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError, type FieldFault } from "../../crud/guards/field-error.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

interface Entry {
  readonly attrId?: string | null;
  readonly attrValueId?: string | null;
  readonly attrValue?: string | null;
}

interface Attribute {
  readonly id: string;
  readonly attrName: string | null;
  readonly inputType: number | null;
  readonly maxLength: number | null;
}

type EntryFault = FieldFault & { readonly field: keyof Entry };

/** What is wrong with a value; undefined where nothing is. */
function faultOf({ id: attrId, attrName, inputType, maxLength }: Attribute, { attrValueId, attrValue }: Entry): EntryFault | undefined {
  const name = attrName ?? "";
  const [isPicked, isTyped] = [(attrValueId ?? "") !== "", (attrValue ?? "") !== ""];
  if (inputType === inputTypes.list) {
    const message: Text = [`${name}须从列表中选择`, `Select ${name} from the list`];
    return isPicked && !isTyped ? undefined : { field: "attrValueId", code: isPicked ? "option" : "required", message };
  }
  if (isPicked)
    return {
      field: "attrValueId",
      code: "option",
      message: [`${name}没有可选的值，请直接填写`, `${name} has no list of values; enter it`],
    };
  if (!isTyped) return { field: "attrValue", code: "required", message: [`请填写${name}`, `Please fill in ${name}`] };
  const attribute = { attrId, attrName: name, ownerName: "", inputType: inputType ?? inputTypes.text, isRequired: false };
  const fault = typedFault({ ...attribute, maxLength: maxLength ?? undefined }, attrValue ?? "");
  if (fault === undefined) return undefined;
  const { max } = fault.parameters;
  return {
    field: "attrValue",
    code: fault.code,
    message: fault.message ?? [`${name}不能超过 ${max} 个字符`, `${name} has at most ${max} characters`],
  };
}

/** What is wrong with the first of these values that is not as its attribute says. */
async function firstFault(
  context: CommitContext,
  tx: Transaction,
  entries: readonly Entry[],
): Promise<(EntryFault & { readonly index: number }) | undefined> {
  const ids = entries.flatMap(({ attrId }) => attrId ?? []);
  if (ids.length === 0) return undefined;
  const attributes = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("attr", "a"))
      .where("a.id", "=", anyOf(ids))
      .select(["a.id", "a.attrName", "a.inputType", "a.maxLength"]),
  );
  const byId = new Map(attributes.map((attribute) => [attribute.id, attribute]));
  for (const [index, entry] of entries.entries()) {
    const attribute = byId.get(entry.attrId ?? "");
    const fault = attribute === undefined ? undefined : faultOf(attribute, entry);
    if (fault !== undefined) return { ...fault, index };
  }
  return undefined;
}

const goodsHooks: ResourceHooks<"goodsattr"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const { attrId, attrValueId, attrValue } = values;
      // What was stored stays as it is when something else of its row changes.
      if (attrId === undefined && attrValueId === undefined && attrValue === undefined) return;
      const fault = await firstFault(context, tx, [{ ...current, ...values }]);
      if (fault !== undefined) throw fieldError(context, "goodsattr", fault.field, fault);
    },
  },
};

const isEntry = (value: unknown): value is Entry => typeof value === "object" && value !== null;

const billHooks: ResourceHooks<"attr-owner-bill"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values }) => {
      const list: unknown = values.attrList;
      if (!Array.isArray(list)) return;
      const fault = await firstFault(context, tx, list.filter(isEntry));
      if (fault !== undefined) throw fieldError(context, "attr-owner-bill", ["attrList", fault.index, fault.field], fault);
    },
  },
};

export const goodsValuesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { goodsattr: goodsHooks, "attr-owner-bill": billHooks },
};
