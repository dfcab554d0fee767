// Administrative divisions: codes that begin with the parent's, and the names of all levels above copied into each row.
import type { Text } from "#schema/text";
import type { CommitContext, Domain, ReadHandler, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { db, first, read, run } from "../../rows/query.ts";
import type { RowValues, WritableValues } from "../../rows/stored.ts";
import { tables, updateDerived, type TableRow } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Levels from 1 (province) to 5 (village), by the beginning of their fields. */
const levels = ["province", "city", "district", "town", "village"] as const;
/** The whole country: the parent of provinces. */
const country = "00";
const wrongCode: Text = ["区划编号须以父区划编号开头", "The code begins with the parent's code"];

/** The copies of names and codes in a division's row: those of its parent, then its own level's. */
export function copiesOf(
  level: number,
  own: { readonly code: string; readonly name: string },
  parent: Partial<TableRow<"region">> | undefined,
): RowValues<"region"> {
  const copies: WritableValues<"region"> = {};
  levels.forEach((name, index) => {
    const isOwn = index + 1 === level;
    copies[`${name}Code`] = isOwn ? own.code : index + 1 < level ? (parent?.[`${name}Code`] ?? null) : null;
    copies[`${name}Name`] = isOwn ? own.name : index + 1 < level ? (parent?.[`${name}Name`] ?? null) : null;
  });
  return copies;
}

function regionOf(context: CommitContext, tx: Transaction, code: string): Promise<TableRow<"region"> | undefined> {
  return first(tx, db.selectFrom(tables(context).unscoped("region", "r")).where("r.code", "=", code).selectAll());
}

const hooks: ResourceHooks<"region"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const { code = "" } = merged;
      const [parentCode, name] = [merged.parentCode ?? country, merged.name ?? ""];
      const isBelow = parentCode !== country;
      if (current === undefined && isBelow && (!code.startsWith(parentCode) || code === parentCode))
        throw fieldError(context, "region", "code", { code: "pattern", message: wrongCode });
      const parent = isBelow ? await regionOf(context, tx, parentCode) : undefined;
      Object.assign(values, copiesOf(Number(merged.level), { code, name }, parent), { parentName: parent?.name ?? null });
    },
    afterChange: async (tx, context, { id, values, current }) => {
      const { name } = values;
      if (current === undefined || name === undefined || name === current.name) return;
      const regions = updateDerived(tables(context).unscoped("region", "r"));
      const level = levels[Number({ ...current, ...values }.level) - 1];
      if (level !== undefined) await run(tx, regions.set(`${level}Name` as const, name).where(`r.${level}Code` as const, "=", id));
      await run(tx, regions.set({ parentName: name }).where("r.parentCode", "=", id));
    },
  },
};

const regionsBelow = prepared("region_select", (given: Given<{ readonly code: string }>, { unscoped }) =>
  db
    .selectFrom(unscoped("region", "r"))
    .where("r.parentCode", "=", given("code"))
    .orderBy("r.sort")
    .orderBy("r.code")
    .select(["r.code", "r.name"]),
);

/** Code and name of the divisions below one; of the provinces where none is named. */
const readSelect: ReadHandler = async (context, parameters) => {
  const code = parameters["code"] ?? "";
  const [matches] = await read(context, [regionsBelow(context, { code: code === "" ? country : code })]);
  return matches.map((row) => ({ code: row.code, name: row.name }));
};

export const regionsDomain: Domain = { reads: { "region.select": readSelect }, actions: {}, hooks: { region: hooks } };
