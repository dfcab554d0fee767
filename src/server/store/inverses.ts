// Fields that show the other side of a link: the column holds the id of the row that refers to this one, the first of several.
import { kindData, resourceIn, type Model, type ResourceModel } from "#schema/model";
import { cachedBy } from "#schema/cached-by";
import { columnOf } from "./columns.ts";
import type { Statement, Transaction } from "./database.ts";
import { quoted } from "./names.ts";

/** Earlier versions of the server had a trigger for each. */
const formerPrefix = "tm_inverse_";

/** A column that shows the other side of a link. */
interface Inverse {
  /** The table that shows it, and the table that has the link. */
  readonly here: string;
  readonly there: string;
  readonly shown: string;
  readonly link: string;
  /** Name of the field that has the link. */
  readonly linkField: string;
}

/** The inverse columns of a model, by the resource that has the link. */
const inversesOf = cachedBy((model: Model): ReadonlyMap<string, readonly Inverse[]> => {
  const found = new Map<string, Inverse[]>();
  for (const resource of model.resources)
    for (const field of resource.fields) {
      const { inverseOf } = kindData(field.data);
      const target = field.reference?.resource;
      if (inverseOf === undefined || target === undefined) continue;
      const of = resourceIn(model, target);
      const inverse = {
        here: quoted(resource.table),
        there: quoted(of.table),
        shown: quoted(columnOf(resource, field.name).column),
        link: quoted(columnOf(of, inverseOf).column),
        linkField: inverseOf,
      };
      found.set(of.name, [...(found.get(of.name) ?? []), inverse]);
    }
  return found;
});

/** Fields of a resource whose values other rows show. */
export const linkFields = (model: Model, resource: Pick<ResourceModel, "name">): readonly string[] =>
  (inversesOf(model).get(resource.name) ?? []).map(({ linkField }) => linkField);

/** A row with a link as it was written. */
interface LinkedRow {
  readonly id: string;
  /** Its written values by the names of fields; undefined: it was removed. */
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** Statements that bring what rows show of written rows up to date; none where no link was written. */
export function inverseStatements(
  model: Model,
  resource: Pick<ResourceModel, "name">,
  tenantId: string,
  rows: readonly LinkedRow[],
): readonly Statement[] {
  return (inversesOf(model).get(resource.name) ?? []).flatMap(({ here, there, shown, link, linkField }) => {
    const written = rows.filter(({ values }) => values === undefined || linkField in values);
    if (written.length === 0) return [];
    const first = `(SELECT min(s."id") FROM ${there} s WHERE s.${link} = t."id" AND s."tenant_id" = $1 AND s."is_deleted" = 0)`;
    // Those to which a row refers now, and those that show it still.
    const targets = written.flatMap(({ values }) => values?.[linkField] ?? []);
    return [
      {
        sql: `UPDATE ${here} t SET ${shown} = ${first} WHERE t."tenant_id" = $1 AND (t."id" = ANY($2::bigint[]) OR t.${shown} = ANY($3::bigint[]))`,
        parameters: [tenantId, targets, written.map(({ id }) => id)],
        name: `inverse_${here}_${shown}`,
      },
    ];
  });
}

/** Statements that bring all of them up to date, of all tenants. */
const settleAll = ({ here, there, shown, link }: Inverse): readonly string[] => [
  `UPDATE ${here} t SET ${shown} = f.first FROM (
      SELECT s."tenant_id", s.${link} AS link, min(s."id") AS first FROM ${there} s WHERE s."is_deleted" = 0 GROUP BY s."tenant_id", s.${link}
    ) f WHERE f."tenant_id" = t."tenant_id" AND f.link = t."id" AND t.${shown} IS DISTINCT FROM f.first`,
  `UPDATE ${here} t SET ${shown} = NULL WHERE t.${shown} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM ${there} s WHERE s."tenant_id" = t."tenant_id" AND s.${link} = t."id" AND s."is_deleted" = 0)`,
];

/** Brings all inverse columns up to date: after rows came by other ways than the writes of the server. */
export async function settleInverses(tx: Transaction, model: Model): Promise<void> {
  for (const inverse of [...inversesOf(model).values()].flat())
    for (const sql of settleAll(inverse)) await tx.query({ sql, parameters: [] });
}

/** Removes what earlier versions of the server had for them. */
export async function dropFormerInverses(tx: Transaction): Promise<void> {
  const { rows } = await tx.query({
    sql: "select proname as name from pg_proc where pronamespace = current_schema()::regnamespace and starts_with(proname, $1)",
    parameters: [formerPrefix],
  });
  for (const row of rows) await tx.query({ sql: `DROP FUNCTION ${quoted(String(row["name"]))}() CASCADE`, parameters: [] });
}
