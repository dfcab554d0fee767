// English names of the entries of the header, in installations from before there were any.
import type { CommitContext, Domain } from "../../contract.ts";
import { run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/**
 * Entries from before entries had English names get those that this version ships, where they are still called what was shipped: nothing
 * that somebody wrote is changed.
 */
async function nameInEnglish(tx: Transaction, context: CommitContext): Promise<void> {
  const shipped = context.model.resource.get("topmenu")?.data.seed ?? [];
  const statements = shipped.flatMap(({ code, name, nameEn }) =>
    typeof code === "string" && typeof name === "string" && typeof nameEn === "string"
      ? [
          updateDerived(tables(context).acrossTenants("topmenu", "t"))
            .set({ nameEn })
            .where("t.code", "=", code)
            .where("t.name", "=", name)
            .where((eb) => eb.or([eb("t.nameEn", "is", null), eb("t.nameEn", "=", "")])),
        ]
      : [],
  );
  await run(tx, ...statements);
}

export const topmenuNamesDomain: Domain = { reads: {}, actions: {}, hooks: {}, completions: { "topmenu.english": nameInEnglish } };
