// The current schema of the database, read from PostgreSQL's catalogue.
import type { Transaction } from "./database.ts";
import { readPlacements } from "./distribution.ts";

export interface ExistingColumn {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly comment: string | null;
}

export interface ExistingTable {
  readonly name: string;
  readonly comment: string | null;
  readonly rowSecurity: boolean;
  readonly columns: ReadonlyMap<string, ExistingColumn>;
  readonly indexes: ReadonlySet<string>;
  /** Foreign keys by name. */
  readonly foreignKeys: ReadonlySet<string>;
  /** Check and exclusion constraints by name. */
  readonly checks: ReadonlySet<string>;
  readonly primaryKey: { readonly name: string; readonly columns: readonly string[] } | undefined;
  /** Expressions of policies by name. */
  readonly policies: ReadonlyMap<string, string>;
  /** How a distributed database stores it; undefined: on the coordinator alone, or in a database that is not distributed. */
  readonly placement: "distributed" | "reference" | undefined;
}

export interface Catalog {
  /** Schema of the extension pg_trgm, where indexes of its trigrams serve searches under row-level security. */
  readonly trigrams: string | undefined;
  readonly tables: ReadonlyMap<string, ExistingTable>;
  readonly sequences: ReadonlySet<string>;
  /** The extension btree_gist is there, with which constraints keep ranges from overlapping. */
  readonly canExclude: boolean;
  /** Tables are distributed over the nodes of a cluster. */
  readonly isDistributed: boolean;
}

const inSchema = "c.relnamespace = current_schema()::regnamespace";

const queries = {
  relations: `select c.relname as name, c.relkind::text as kind, c.relrowsecurity as secured, obj_description(c.oid, 'pg_class') as comment
    from pg_class c where ${inSchema} and c.relkind in ('r', 'p', 'S')`,
  columns: `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null, a.atthasdef as has_default,
      col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where ${inSchema} and c.relkind in ('r', 'p') order by a.attnum`,
  indexes: `select c.relname as "table", i.relname as name from pg_class c join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
    where ${inSchema} and x.indisvalid and not x.indisprimary`,
  constraints: `select c.relname as "table", k.conname as name, k.contype::text as kind,
      (select array_agg(a.attname order by place) from unnest(k.conkey) with ordinality as key(number, place) join pg_attribute a on a.attrelid = c.oid and a.attnum = key.number) as columns
    from pg_class c join pg_constraint k on k.conrelid = c.oid where ${inSchema} and k.contype in ('p', 'f', 'c', 'x')`,
  trigrams: `select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm' and (select proleakproof from pg_proc where oid = 'pg_catalog.texticlike(text, text)'::regprocedure)`,
  exclusion: `select exists (select 1 from pg_extension where extname = 'btree_gist') as possible`,
  policies: `select c.relname as "table", p.polname as name, pg_get_expr(p.polqual, p.polrelid) as expression from pg_class c join pg_policy p on p.polrelid = c.oid where ${inSchema}`,
} as const;

function text(value: unknown): string {
  if (typeof value !== "string") throw new Error(`the catalogue gave ${typeof value} where a name belongs`);
  return value;
}

function optionalText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function names(value: unknown): readonly string[] {
  // The driver has no parser for name[] and returns the text of an array.
  if (Array.isArray(value)) return value.map(text);
  return typeof value === "string"
    ? value
        .replace(/^\{|\}$/g, "")
        .split(",")
        .map((name) => name.replace(/^"|"$/g, ""))
    : [];
}

/** Reads tables, columns, indexes, keys and policies of the current schema. */
export async function readCatalog(tx: Transaction): Promise<Catalog> {
  const placements = await readPlacements(tx);
  const [relations, columns, indexes, constraints, trigrams, exclusion, policies] = await tx.batch(
    Object.values(queries).map((sql) => ({ sql, parameters: [] })),
  );
  const of = (rows: typeof columns, table: string) => (rows?.rows ?? []).filter((row) => row["table"] === table);
  const tables = (relations?.rows ?? [])
    .filter((row) => row["kind"] !== "S")
    .map((row): ExistingTable => {
      const name = text(row["name"]);
      const primary = of(constraints, name).find((one) => one["kind"] === "p");
      return {
        name,
        comment: optionalText(row["comment"]),
        rowSecurity: row["secured"] === true,
        columns: new Map(
          of(columns, name).map((column) => [
            text(column["name"]),
            {
              name: text(column["name"]),
              type: text(column["type"]),
              notNull: column["not_null"] === true,
              hasDefault: column["has_default"] === true,
              comment: optionalText(column["comment"]),
            },
          ]),
        ),
        indexes: new Set(of(indexes, name).map((index) => text(index["name"]))),
        foreignKeys: new Set(
          of(constraints, name)
            .filter((one) => one["kind"] === "f")
            .map((one) => text(one["name"])),
        ),
        checks: new Set(
          of(constraints, name)
            .filter((one) => one["kind"] === "c" || one["kind"] === "x")
            .map((one) => text(one["name"])),
        ),
        primaryKey: primary === undefined ? undefined : { name: text(primary["name"]), columns: names(primary["columns"]) },
        policies: new Map(of(policies, name).map((policy) => [text(policy["name"]), optionalText(policy["expression"]) ?? ""])),
        placement: placements.get(name),
      };
    });
  return {
    trigrams: optionalText(trigrams?.rows[0]?.["name"]) ?? undefined,
    tables: new Map(tables.map((table) => [table.name, table])),
    isDistributed: [...placements.values()].includes("distributed"),
    canExclude: exclusion?.rows[0]?.["possible"] === true,
    sequences: new Set((relations?.rows ?? []).filter((row) => row["kind"] === "S").map((row) => text(row["name"]))),
  };
}
