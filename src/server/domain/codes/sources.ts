// Sources of codes: the platform's own stays, marks that codes carry stay, and a pattern cannot keep the server busy.
import { sql } from "kysely";
import type { Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { patternFault } from "./code-pattern.ts";

const resource = "digit-source";
/** The mark of the platform's own codes. */
export const ownMark = "SELF";

const hooks: ResourceHooks<"digit-source"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const { codePattern, mark } = values;
      const fault = codePattern === undefined || codePattern === null ? undefined : patternFault(codePattern);
      if (fault !== undefined) throw fieldError(context, resource, "codePattern", { code: "pattern", message: fault });
      if (current === undefined || mark === undefined || mark === current.mark) return;
      if (current.mark === ownMark)
        throw fieldError(context, resource, "mark", {
          code: "fixed",
          message: [`平台自有码源的标识固定为 ${ownMark}`, `The platform's own source is always ${ownMark}`],
        });
      // Codes carry the mark of the record or set that brought them.
      const { unscoped } = tables(context);
      const one = sql<number>`1`.as("one");
      const used = await first(
        tx,
        db
          .selectFrom(unscoped("code-gen-record", "r"))
          .where("r.digitSourceId", "=", current.id)
          .select(one)
          .unionAll(db.selectFrom(unscoped("code-set", "s")).where("s.digitSourceId", "=", current.id).select(one))
          .unionAll(db.selectFrom(unscoped("transfer", "t")).where("t.digitSourceId", "=", current.id).select(one))
          .limit(1),
      );
      if (used !== undefined)
        throw fieldError(context, resource, "mark", {
          code: "fixed",
          message: ["该码源已被使用，不能修改标识", "This source is in use; its mark no longer changes"],
        });
    },
  },
  remove: {
    beforeWrite: async (_tx, _context, { rows }) => {
      const own = rows.find(({ mark }) => mark === ownMark);
      if (own === undefined) return;
      const name = own.name ?? "";
      throw businessError("ownSource", [
        `码源“${name}”是平台自有码源，不能删除`,
        `The digit source “${name}” is the platform's own and stays`,
      ]);
    },
  },
};

export const sourcesDomain: Domain = { reads: {}, actions: {}, hooks: { "digit-source": hooks } };
