// Sources of codes: the platform's own stays, marks that codes carry stay, and a pattern cannot keep the server busy.
import { sql } from "kysely";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { patternFault } from "./code-pattern.ts";

const resource = "digit-source";
/** The mark of the platform's own codes. */
export const ownMark = "SELF";

/** The platform's own source, as a new tenant gets it. */
export const ownSource = { mark: ownMark, name: "平台自有码", sourceType: 1, codeFuncType: 4, sort: 1 } as const;

/** Tenants from the time before every tenant had the platform's own source get it. */
async function provideOwnSource(tx: Transaction, context: CommitContext): Promise<void> {
  const { acrossTenants } = tables(context);
  /** Tenants with a source of this mark or name. */
  const holders = (column: "s.mark" | "s.name", value: string) =>
    db.selectFrom(acrossTenants(resource, "s")).where(column, "=", value).select("s.tenantId");
  const lacking = await rows(
    tx,
    db
      .selectFrom(acrossTenants("tenant", "t"))
      .where("t.tenantId", "not in", holders("s.mark", ownMark))
      .orderBy("t.tenantId")
      .select(({ eb }) => ["t.tenantId", eb("t.tenantId", "in", holders("s.name", ownSource.name)).as("isNamed")]),
  );
  for (const { tenantId, isNamed } of lacking) {
    const within = { ...context, scope: { ...context.scope, tenantId: tenantId ?? "" } };
    // Names are unique, and another source may have this one.
    await addRow(within, tx, resource, { ...ownSource, name: isNamed === true ? `${ownSource.name} ${ownMark}` : ownSource.name });
  }
}

const hooks: ResourceHooks<"digit-source"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
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
    beforeRemove: async (_tx, _context, { rows: going }) => {
      const own = going.find(({ mark }) => mark === ownMark);
      if (own === undefined) return;
      const name = own.name ?? "";
      throw businessError("ownSource", [
        `码源“${name}”是平台自有码源，不能删除`,
        `The digit source “${name}” is the platform's own and stays`,
      ]);
    },
  },
};

/** Refuses the pattern of a source that was stored before patterns were looked at: it is never run. */
export function requireSoundPattern({ mark, codePattern }: Pick<StoredRow<"digit-source">, "mark" | "codePattern">): void {
  const fault = codePattern === null || codePattern === "" ? undefined : patternFault(codePattern);
  if (fault === undefined) return;
  const [zh, en] = fault;
  throw businessError("codePattern", [
    `码源“${mark ?? ""}”不能使用：${zh}，请修改该码源`,
    `The digit source “${mark ?? ""}” cannot be used; change its pattern first. ${en}`,
  ]);
}

export const sourcesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "digit-source": hooks },
  completions: { "digit-source.own": provideOwnSource },
};
