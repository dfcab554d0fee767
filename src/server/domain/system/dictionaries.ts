// Dictionaries, the platform's and each tenant's own: entries carry the code of their dictionary, and lookups leave out what is sealed.
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ReadHandler, RequestContext, ResourceHooks, Values } from "../../contract.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { invalidFields, missingParameter } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";

interface Dictionary {
  readonly resource: "dict" | "dict-biz";
  readonly table: string;
  /** Each tenant has its own rows. */
  readonly ofTenant: boolean;
}

const dictionaries: readonly Dictionary[] = [
  { resource: "dict", table: "dict", ofTenant: false },
  { resource: "dict-biz", table: "dict_biz", ofTenant: true },
];

/** The key of every dictionary itself; its entries have keys of their own (catalogue, `dict`). */
const keyOfDictionary = "-1";
const codeTaken: Text = ["当前字典编号已存在!", "A dictionary with this code exists"];

function tenantCondition({ ofTenant }: Dictionary, alias: string, place: string): string {
  return ofTenant ? ` and ${alias}.tenant_id = ${place}` : "";
}

/** The unsealed entries of a code by their order; a sealed dictionary, or a sealed entry above, hides what is below it. */
function entriesStatement(context: RequestContext, dictionary: Dictionary, code: string): Statement {
  const table = quoted(dictionary.table);
  return seenStatement(context, {
    sql: (seen) => `with recursive entry as (
        select d.id, d.parent_id, d.code, d.dict_key, d.dict_value, d.sort, d.is_sealed, d.remark from ${table} d
        where d.parent_id is null and d.code = $1 and d.is_deleted = 0 and d.is_sealed = 0${tenantCondition(dictionary, "d", "$2")}${seen(dictionary.resource, "d")}
        union
        select d.id, d.parent_id, d.code, d.dict_key, d.dict_value, d.sort, d.is_sealed, d.remark from ${table} d join entry on d.parent_id = entry.id
        where d.is_deleted = 0 and d.is_sealed = 0${tenantCondition(dictionary, "d", "$2")}${seen(dictionary.resource, "d")})
      select * from entry where parent_id is not null order by sort, id`,
    parameters: dictionary.ofTenant ? [code, context.scope.tenantId] : [code],
    name: `dictionary_${dictionary.table}`,
  });
}

const readDictionary = (dictionary: Dictionary): ReadHandler => async (context, parameters) => {
  const code = parameters["code"];
  if (code === undefined || code === "") throw missingParameter("code");
  const [found] = await context.database.read(context.scope, [entriesStatement(context, dictionary, code)]);
  return (found?.rows ?? []).map((row) => ({
    id: String(row["id"]), parentId: String(row["parent_id"]), code: String(row["code"]), dictKey: String(row["dict_key"] ?? ""), dictValue: String(row["dict_value"] ?? ""),
    sort: Number(row["sort"] ?? 0), isSealed: Number(row["is_sealed"] ?? 0), remark: String(row["remark"] ?? ""),
  }));
};

async function codeOfParent(dictionary: Dictionary, tx: Transaction, tenantId: string, parentId: string): Promise<string> {
  const row = await tx.first({
    sql: `select code from ${quoted(dictionary.table)} d where d.id = $1${tenantCondition(dictionary, "d", "$2")}`, parameters: dictionary.ofTenant ? [parentId, tenantId] : [parentId],
  });
  return String(row?.["code"] ?? "");
}

async function requireFreeCode(dictionary: Dictionary, context: CommitContext, tx: Transaction, code: unknown, ownId: unknown): Promise<void> {
  const parameters: unknown[] = [code, ownId ?? 0];
  const tenant = dictionary.ofTenant ? tenantCondition(dictionary, "d", `$${parameters.push(context.scope.tenantId)}`) : "";
  const taken = await tx.first({ sql: `select from ${quoted(dictionary.table)} d where d.parent_id is null and d.code = $1 and d.is_deleted = 0 and d.id <> $2${tenant}`, parameters });
  const field = context.model.resource.get(dictionary.resource)?.field.get("code");
  if (taken !== undefined) throw invalidFields([{ code: "duplicate", path: ["code"], parameters: {}, label: field?.label ?? ["code", "code"], message: codeTaken }]);
}

/** Renames the code of everything below a dictionary whose code changed. */
async function renameEntries(dictionary: Dictionary, tx: Transaction, context: CommitContext, id: string, code: unknown): Promise<void> {
  const table = quoted(dictionary.table);
  const tenant = tenantCondition(dictionary, "d", "$3");
  await tx.query({
    sql: `with recursive below as (select d.id from ${table} d where d.parent_id = $1${tenant} union select d.id from ${table} d join below on d.parent_id = below.id where true${tenant})
      update ${table} d set code = $2 from below where d.id = below.id${tenant}`,
    parameters: dictionary.ofTenant ? [id, code, context.scope.tenantId] : [id, code],
  });
}

function hooksOf(dictionary: Dictionary): ResourceHooks {
  const isTop = (row: Readonly<Values>) => (row["parentId"] ?? null) === null;
  return {
    submit: {
      beforeWrite: async (tx, context, { values, current }) => {
        const merged = { ...current, ...values };
        if (isTop(merged)) {
          values["dictKey"] = keyOfDictionary;
          if ("code" in values && values["code"] !== current?.["code"]) await requireFreeCode(dictionary, context, tx, values["code"], current?.["id"]);
        } else values["code"] = await codeOfParent(dictionary, tx, context.scope.tenantId, String(merged["parentId"]));
      },
      afterWrite: async (tx, context, { id, values, current }) => {
        if (current !== undefined && isTop(current) && "code" in values && values["code"] !== current["code"]) await renameEntries(dictionary, tx, context, id, values["code"]);
      },
    },
  };
}

export const dictionariesDomain: Domain = {
  reads: Object.fromEntries(dictionaries.map((dictionary) => [`${dictionary.resource}.dictionary`, readDictionary(dictionary)])),
  actions: {},
  hooks: Object.fromEntries(dictionaries.map((dictionary) => [dictionary.resource, hooksOf(dictionary)])),
};
