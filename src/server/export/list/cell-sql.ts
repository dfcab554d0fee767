// SQL of the cells of an exported list: one expression per column, so that PostgreSQL writes the file and no row passes through the server
// one by one.
import { choicesOf, kindOf } from "#schema/kinds";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import { inLanguage, type Language } from "#schema/text";
import { betweenNames, exportFormOf, htmlEntities, jobStateNames } from "../../../fields/exported.ts";
import { labelsOf } from "../../crud/sql/labels.ts";
import { tenantOf } from "../../crud/sql/scoped.ts";
import { columnOf } from "../../store/columns.ts";
import { literal, quoted } from "../../store/names.ts";

/** A column of the file: its expression, and what it joins over the alias `t` of the row. */
export interface CellSql {
  readonly sql: string;
  readonly join?: string;
}

interface CellPlace {
  readonly resource: ResourceModel;
  readonly model: Model;
  /** The tenant of the rows as a value, where they are of one. */
  readonly tenant: string | undefined;
  readonly language: Language;
  readonly isMasked: boolean;
  /** A name for what is joined, unlike that of every other column. */
  readonly alias: string;
}

/** As `masked` has it (crud/sql/mask.ts). */
function maskedSql(sql: string): string {
  const text = `(${sql})::text`;
  return `CASE WHEN char_length(${text}) = 0 THEN ${text} WHEN char_length(${text}) <= 7 THEN left(${text}, 1) || '****' ELSE left(${text}, 3) || '****' || right(${text}, 4) END`;
}

const hidden = (sql: string): string => `CASE WHEN ${sql} IS NOT NULL THEN '****' END`;

/** An option by its name; one that the definition no longer has as it is stored. */
function optionSql(field: FieldModel, value: string, language: Language): string {
  const cases = (choicesOf(field) ?? []).map(
    ([stored, zh, en]) => `WHEN ${literal(String(stored))} THEN ${literal(inLanguage([zh, en], language))}`,
  );
  return `CASE ${value}::text ${cases.join(" ")} ELSE ${value}::text END`;
}

function wordsSql(html: string): string {
  const bare = `regexp_replace(${html}, '<[^>]*>', ' ', 'g')`;
  const read = htmlEntities.reduce((text, [entity, character]) => `replace(${text}, ${literal(entity)}, ${literal(character)})`, bare);
  return `btrim(regexp_replace(${read}, '\\s+', ' ', 'g'))`;
}

function stateSql(view: string, language: Language): string {
  const cases = Object.entries(jobStateNames).map(([state, name]) => `WHEN '${state}' THEN ${literal(inLanguage(name, language))}`);
  return `CASE (${view}) ->> 'state' ${cases.join(" ")} END`;
}

/** The expression that a list reads a field by; undefined where it has none. */
function valueSql(field: FieldModel, { resource, tenant }: CellPlace): string | undefined {
  return field.stored
    ? `t.${quoted(columnOf(resource, field.name).column)}`
    : kindOf(field.data).expression?.(field.data, resource.name, tenant ?? tenantOf("t"));
}

/**
 * What a reference or an entry of a dictionary is called. The look-up is joined rather than written as the column: PostgreSQL remembers what
 * it has found for a joined one, so that a million rows of a hundred products are a hundred look-ups.
 */
function labelSql(field: FieldModel, { resource, model, alias, tenant }: CellPlace): CellSql | undefined {
  const [label] = labelsOf({ resource, model, tenant }, [field]);
  if (label === undefined) return undefined;
  const column = columnOf(resource, field.name);
  const value = `t.${quoted(column.column)}`;
  const join = `LEFT JOIN LATERAL ${label.sql} ${quoted(alias)} (label) ON true`;
  const name = `${quoted(alias)}.label`;
  if (column.isArray)
    return {
      sql: `coalesce(nullif(regexp_replace(${name}, ',\\s*', '${betweenNames}', 'g'), ''), array_to_string(${value}, '${betweenNames}'))`,
      join,
    };
  return { sql: `coalesce(nullif(${name}::text, ''), ${value}::text)`, join };
}

/** The field that a label of a reference is the name of. */
const labelled = (field: FieldModel, resource: ResourceModel): FieldModel | undefined => resource.field.get(field.data.labelOf ?? "");

/** The SQL of a column; undefined where its values are not made by SQL alone. */
export function cellSqlOf(field: FieldModel, place: CellPlace): CellSql | undefined {
  const { resource, language, isMasked } = place;
  const named = labelled(field, resource);
  const form = named === undefined ? exportFormOf(field) : "label";
  const value = valueSql(field, place);
  if (form === "label") {
    const label = labelSql(named ?? field, place) ?? (value === undefined ? undefined : { sql: `${value}::text` });
    return label === undefined || !isMasked ? label : { ...label, sql: hidden(label.sql) };
  }
  if (value === undefined) return undefined;
  const isArray = field.stored && columnOf(resource, field.name).isArray;
  if (isMasked) {
    const isText = form === "text" || form === "day" || form === "moment" || form === "clock" || field.wire === "decimal";
    return { sql: isText && !isArray ? maskedSql(value) : hidden(value) };
  }
  switch (form) {
    case "option":
      return {
        sql: isArray
          ? `(SELECT string_agg(${optionSql(field, "o.value", language)}, '${betweenNames}' ORDER BY o.place) FROM unnest(${value}) WITH ORDINALITY o (value, place))`
          : optionSql(field, value, language),
      };
    case "rows":
      return {
        sql: `(SELECT nullif(jsonb_array_length(x.rows), 0) FROM (SELECT ${value} AS rows) x WHERE jsonb_typeof(x.rows) = 'array')`,
      };
    case "json":
      return { sql: `nullif(nullif(${value}::text, '{}'), 'null')` };
    case "sentence":
      return { sql: `${value} ->> ${language === "zh" ? 0 : 1}` };
    case "words":
      return { sql: wordsSql(value) };
    case "progress":
      return { sql: stateSql(value, language) };
    case "number":
    case "day":
    case "moment":
    case "clock":
    case "text":
      return { sql: isArray ? `array_to_string(${value}, '${betweenNames}')` : value };
  }
}
