// Administrative divisions: codes that begin with the parent's, and the names of all levels above copied into each row.
import type { Text } from "#schema/text";
import type { Domain, ReadHandler, ResourceHooks, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";

/** Levels from 1 (province) to 5 (village), by the beginning of their fields. */
const levels = ["province", "city", "district", "town", "village"] as const;
/** The whole country: the parent of provinces. */
const country = "00";
const wrongCode: Text = ["区划编号须以父区划编号开头", "The code begins with the parent's code"];

/** The copies of names and codes in a division's row: those of its parent, then its own level's. */
export function copiesOf(level: number, own: { readonly code: string; readonly name: string }, parent: Readonly<Values> | undefined): Values {
  const copies: Values = {};
  levels.forEach((name, index) => {
    const isOwn = index + 1 === level;
    copies[`${name}Code`] = isOwn ? own.code : index + 1 < level ? parent?.[`${name}Code`] ?? null : null;
    copies[`${name}Name`] = isOwn ? own.name : index + 1 < level ? parent?.[`${name}Name`] ?? null : null;
  });
  return copies;
}

async function parentOf(tx: Transaction, code: string): Promise<Values | undefined> {
  const row = await tx.first({ sql: "select * from region where code = $1", parameters: [code] });
  if (row === undefined) return undefined;
  const copies = levels.flatMap((name): [string, unknown][] => [[`${name}Code`, row[`${name}_code`]], [`${name}Name`, row[`${name}_name`]]]);
  return { name: row["name"], ...Object.fromEntries(copies) };
}

const hooks: ResourceHooks = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const [code, parentCode, name] = [String(merged["code"]), String(merged["parentCode"]), String(merged["name"])];
      const isBelow = parentCode !== country;
      if (current === undefined && isBelow && (!code.startsWith(parentCode) || code === parentCode)) {
        const field = context.model.resource.get("region")?.field.get("code");
        throw invalidFields([{ code: "pattern", path: ["code"], parameters: {}, label: field?.label ?? ["code", "code"], message: wrongCode }]);
      }
      const parent = isBelow ? await parentOf(tx, parentCode) : undefined;
      Object.assign(values, copiesOf(Number(merged["level"]), { code, name }, parent), { parentName: parent?.["name"] ?? null });
    },
    afterWrite: async (tx, _context, { id, values, current }) => {
      if (current === undefined || values["name"] === undefined || values["name"] === current["name"]) return;
      const level = levels[Number({ ...current, ...values }["level"]) - 1];
      if (level !== undefined) await tx.query({ sql: `update region set ${level}_name = $2 where ${level}_code = $1`, parameters: [id, values["name"]] });
      await tx.query({ sql: "update region set parent_name = $2 where parent_code = $1", parameters: [id, values["name"]] });
    },
  },
};

/** Code and name of the divisions below one; of the provinces where none is named. */
const readSelect: ReadHandler = async (context, parameters) => {
  const code = parameters["code"] ?? "";
  const [found] = await context.database.read(context.scope, [
    { sql: "select code, name from region where parent_code = $1 order by sort, code", parameters: [code === "" ? country : code], name: "region_select" },
  ]);
  return (found?.rows ?? []).map((row) => ({ code: String(row["code"]), name: String(row["name"]) }));
};

export const regionsDomain: Domain = { reads: { "region.select": readSelect }, actions: {}, hooks: { region: hooks } };
