// What a cell of a template may be chosen from: options, entries of dictionaries, and rows that forms offer, as long as they fit a drop-down.
import { choicesOf } from "#schema/kinds";
import type { FieldModel, ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../contract.ts";
import { offeredOf } from "../crud/guards/references.ts";
import { shownExpression } from "../crud/sql/labels.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { ScopedStatement } from "../crud/sql/scoped.ts";
import { columnOf, columnsOf } from "../store/columns.ts";
import { conditionFragments, type SqlFragment } from "../store/conditions.ts";
import { quoted } from "../store/names.ts";
import { entriesOf } from "./look-up.ts";

/** Names of a drop-down at most. */
const maxChoices = 1_000;

async function referenceNames(context: RequestContext, field: FieldModel, target: ResourceModel): Promise<readonly string[] | undefined> {
  const { reference } = field;
  if (reference === undefined || !target.hasTable || target.data.unbounded === true) return undefined;
  const statement = new ScopedStatement(context.scope.tenantId);
  const textOf = ({ parameters, sql }: SqlFragment) =>
    sql(
      parameters.map((parameter) => statement.value(parameter)),
      statement.tenantFor(target),
    );
  const offered = offeredOf(target, reference);
  const conditions = offered === undefined ? [] : conditionFragments(target, offered, { alias: "r", now: context.now() });
  const order = ["sort", "sortOrder"].find((name) => columnsOf(target).has(name)) ?? target.key;
  const sql = statement.select({
    columns: `${shownExpression(target, reference.show)} AS name`,
    resource: target,
    as: "r",
    where: [...limitFragments(context.caller, context.model, target, "r"), ...conditions].map(textOf),
    rest: `ORDER BY r.${quoted(columnOf(target, order).column)}, r.${quoted(columnOf(target, target.key).column)} LIMIT ${maxChoices + 1}`,
  });
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  const names = (answer?.rows ?? []).map((row) => String(row["name"] ?? "")).filter((name) => name !== "");
  return names.length > maxChoices ? undefined : [...new Set(names)];
}

/** The names that a field may have, in their order; undefined where there are too many, or none to choose from. */
export async function choicesFor(context: RequestContext, field: FieldModel): Promise<readonly string[] | undefined> {
  const options = choicesOf(field);
  if (options !== undefined) return options.map(([, zh, en]) => inLanguage([zh, en], context.language));
  const target = context.model.resource.get(field.reference?.resource ?? "");
  if (target !== undefined) return referenceNames(context, field, target);
  const entries = await entriesOf(context, field);
  const names = [...new Set(entries.map(({ shown }) => shown))];
  return names.length === 0 || names.length > maxChoices ? undefined : names;
}
