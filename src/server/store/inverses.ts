// Fields that show the other side of a link: the column holds the id of the row that refers to this one, and PostgreSQL keeps it, whatever
// statement writes the link.
import { createHash } from "node:crypto";
import { kindData, resourceIn, type Model, type ResourceModel } from "#schema/model";
import { columnOf } from "./columns.ts";
import type { Transaction } from "./database.ts";
import { literal, quoted } from "./names.ts";

const prefix = "tm_inverse_";

/** A trigger of the table that holds the link, and what makes it. */
interface InverseTrigger {
  /** Tells one text of it from another, so that a changed one is made anew. */
  readonly name: string;
  readonly statements: readonly string[];
}

function inverseTrigger(
  resource: ResourceModel,
  field: string,
  of: { readonly table: ResourceModel; readonly link: string },
): InverseTrigger {
  const shown = quoted(columnOf(resource, field).column);
  const link = quoted(columnOf(of.table, of.link).column);
  const [here, there] = [quoted(resource.table), quoted(of.table.table)];
  // Of several rows that refer to this one the first.
  const first = `(SELECT min(s."id") FROM ${there} s WHERE s.${link} = t."id" AND s."tenant_id" = t."tenant_id" AND s."is_deleted" = 0)`;
  const settled = `UPDATE ${here} t SET ${shown} = ${first} WHERE t.${shown} IS DISTINCT FROM ${first}`;
  const body = `BEGIN
  IF TG_OP = 'UPDATE' AND OLD.${link} IS NOT DISTINCT FROM NEW.${link} AND OLD."is_deleted" = NEW."is_deleted" THEN RETURN NULL; END IF;
  IF OLD.${link} IS NULL AND NEW.${link} IS NULL THEN RETURN NULL; END IF;
  ${settled} AND t."id" IN (OLD.${link}, NEW.${link}) AND t."tenant_id" = coalesce(NEW."tenant_id", OLD."tenant_id");
  RETURN NULL;
END`;
  const name = `${prefix}${createHash("sha256").update(`${there} ${body}`).digest("hex").slice(0, 16)}`;
  return {
    name,
    statements: [
      `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS ${literal(body)}`,
      `CREATE TRIGGER ${name} AFTER INSERT OR UPDATE OR DELETE ON ${there} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
      settled,
    ],
  };
}

const wantedTriggers = (model: Model): readonly InverseTrigger[] =>
  model.resources.flatMap((resource) =>
    resource.fields.flatMap((field) => {
      const { inverseOf } = kindData(field.data);
      const target = field.reference?.resource;
      if (inverseOf === undefined || target === undefined) return [];
      return [inverseTrigger(resource, field.name, { table: resourceIn(model, target), link: inverseOf })];
    }),
  );

/** Makes the triggers that are missing, with the values of the rows that are there, and takes away those that nothing asks for any more. */
export async function inverseStatements(tx: Transaction, model: Model): Promise<readonly string[]> {
  const wanted = wantedTriggers(model);
  const { rows } = await tx.query({
    sql: `select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where c.relnamespace = current_schema()::regnamespace and tgname like $1`,
    parameters: [`${prefix}%`],
  });
  const existing = new Set(rows.map((row) => String(row["name"])));
  const names = new Set(wanted.map(({ name }) => name));
  return [
    ...[...existing].filter((name) => !names.has(name)).map((name) => `DROP FUNCTION ${name}() CASCADE`),
    ...wanted.filter(({ name }) => !existing.has(name)).flatMap(({ statements }) => statements),
  ];
}
