// Copies of data maps: the same items under a name that is free, switched off until somebody has looked at them.
import { baseColumns } from "#schema/model";
import type { Domain, Effect } from "../../contract.ts";
import { titleOf } from "../../crud/sql/stored-row.ts";
import { addRow } from "../../crud/write/server-rows.ts";
import { rowNotFound } from "../../http/errors.ts";
import { db, rows as rowsOf } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

const disabled = 2;
const maxNameLength = 64;
const ending = "-副本";

/** The name with the ending of a copy, numbered from the second on, and cut where it would be too long. */
export function nameOfCopy(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const tail = number === 1 ? ending : `${ending}${number}`;
    const copied = `${[...name].slice(0, maxNameLength - [...tail].length).join("")}${tail}`;
    if (!taken.has(copied)) return copied;
  }
}

const copy: Effect<"data-map.copy"> = {
  commit: async (tx, context, { rows }) => {
    const resource = context.model.resource.get("data-map");
    const [row] = rows;
    if (resource === undefined || row === undefined) throw rowNotFound();
    const copies = await rowsOf(
      tx,
      db.selectFrom(tables(context).unscoped("data-map", "m")).where("m.name", "like", `%${ending}%`).select("m.name"),
    );
    const base: ReadonlySet<string> = new Set(baseColumns);
    const own = Object.fromEntries(Object.entries(row).filter(([name]) => !base.has(name)));
    const name = nameOfCopy(titleOf(resource, row), new Set(copies.map((one) => one.name ?? "")));
    const { id } = await addRow(context, tx, "data-map", { ...own, name, status: disabled });
    return { id };
  },
};

export const dataMapDomain: Domain = { reads: {}, actions: { "data-map.copy": copy }, hooks: {} };
