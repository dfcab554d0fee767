// A row may not move to another parent while rows below it repeat that parent: a workshop keeps its factory while it has lines.
import { labelOf, type Model, type ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { titleOf, valuesOf } from "../sql/stored-row.ts";

interface MoveCheck {
  readonly model: Model;
  readonly tenantId: string;
  readonly values: Readonly<Values>;
  readonly current: Readonly<Values>;
}

/** Refuses a change of a field that rows of other resources hold a copy of through their reference to this row. */
export async function checkMove(tx: Transaction, resource: ResourceModel, { model, tenantId, values, current }: MoveCheck): Promise<void> {
  for (const referrer of model.referrers.get(resource.name) ?? []) {
    const { within, withinParam, several } = referrer.field.reference ?? {};
    if (within === undefined || withinParam === undefined || several === true || !(withinParam in values)) continue;
    if (String(values[withinParam] ?? "") === String(current[withinParam] ?? "") || !referrer.resource.hasBaseColumns) continue;
    if (referrer.field.reference?.valueField !== resource.key || referrer.resource.field.get(within)?.stored !== true) continue;
    const valueColumn = columnOf(referrer.resource, referrer.field.name);
    const statement = new ScopedStatement(tenantId);
    const sql = statement.select({
      columns: "t.*",
      resource: referrer.resource,
      as: "t",
      where: [`t.${quoted(valueColumn.column)} = ${statement.value(current[resource.key])}`],
      rest: "ORDER BY t.id LIMIT 1",
    });
    const row = await tx.first(statement.of(sql));
    if (row === undefined) continue;
    const [ownZh, ownEn] = labelOf(resource, withinParam);
    const [zh, en] = referrer.resource.label;
    const title = titleOf(referrer.resource, valuesOf(referrer.resource, row));
    throw businessError(
      "moveRefused",
      [
        `${resource.label[0]}“${titleOf(resource, current)}”下已有${zh}“${title}”，不能更换${ownZh}`,
        `${resource.label[1]} “${titleOf(resource, current)}” has ${en.toLowerCase()} “${title}”, so its ${ownEn.toLowerCase()} cannot change`,
      ],
      { target: { resource: referrer.resource.name, id: String(row["id"]), title } },
    );
  }
}
