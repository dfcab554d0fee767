// Marks the few functions that our searches use as LEAKPROOF, so that under row-level security they may become index conditions.
import type pg from "pg";

/**
 * Under row-level security PostgreSQL evaluates the policy before any function that might reveal something about rows the policy hides
 * (mostly by an error), and so never uses such a function in an index. It is safe to declare these leakproof: none has side effects, and
 * none has an error that depends on a hidden value in a way that a user could provoke, because users never write SQL: patterns reach LIKE
 * with their special characters escaped, and types are those of the columns.
 */
const LEAKPROOF_FUNCTIONS: readonly { readonly signature: string; readonly reason: string }[] = [
  {
    signature: "textlike(text, text)",
    reason: "LIKE: prefix searches. Its only error is a pattern that ends in the escape character, which ours never do",
  },
  { signature: "textnlike(text, text)", reason: "NOT LIKE, likewise" },
  { signature: "texticlike(text, text)", reason: "ILIKE, likewise" },
  { signature: "texticnlike(text, text)", reason: "NOT ILIKE, likewise" },
  { signature: "lower(text)", reason: "indexes on lower(column). Total on valid UTF-8" },
  { signature: "upper(text)", reason: "likewise" },
  { signature: "numeric_eq(numeric, numeric)", reason: "comparison of decimals. Total: it only compares" },
  { signature: "numeric_ne(numeric, numeric)", reason: "likewise" },
  { signature: "numeric_lt(numeric, numeric)", reason: "likewise" },
  { signature: "numeric_le(numeric, numeric)", reason: "likewise" },
  { signature: "numeric_gt(numeric, numeric)", reason: "likewise" },
  { signature: "numeric_ge(numeric, numeric)", reason: "likewise" },
  { signature: "jsonb_contains(jsonb, jsonb)", reason: "@> on jsonb with a GIN index. Total on valid jsonb" },
  { signature: "jsonb_exists(jsonb, text)", reason: "? on jsonb, likewise" },
  {
    signature: "arraycontains(anyarray, anyarray)",
    reason: "@> on arrays: search pieces, lists of ids. Fails only for element types without equality, which no column has",
  },
  { signature: "arrayoverlap(anyarray, anyarray)", reason: "&& on arrays, likewise" },
  { signature: "string_to_array(text, text)", reason: "the lines of a text, of which each is a code. Total on valid UTF-8" },
];

/** Marks them in one statement, for a superuser. */
export const markLeakproofBlock = `do $$ declare signature text; begin
  for signature in select 'pg_catalog.' || wanted from unnest(array[${LEAKPROOF_FUNCTIONS.map(({ signature }) => `'${signature}'`).join(", ")}]) wanted
    join pg_proc on pg_proc.oid = to_regprocedure('pg_catalog.' || wanted) where not pg_proc.proleakproof
  loop execute format('alter function %s leakproof', signature); end loop; end $$`;

/**
 * Marks them in the current database; only a superuser may. Returns those that stay unmarked, which only costs speed. A database that is
 * cloned from this one inherits the marks.
 */
export async function markLeakproof(client: pg.ClientBase): Promise<{ readonly unmarked: readonly string[] }> {
  const { rows } = await client.query<{ signature: string; is_superuser: boolean }>(
    `select wanted.signature, (select rolsuper from pg_roles where rolname = current_user) as is_superuser
     from unnest($1::text[]) wanted(signature) join pg_proc on pg_proc.oid = to_regprocedure('pg_catalog.' || wanted.signature)
     where not pg_proc.proleakproof`,
    [LEAKPROOF_FUNCTIONS.map(({ signature }) => signature)],
  );
  if (rows[0]?.is_superuser !== true) return { unmarked: rows.map(({ signature }) => signature) };
  // In one transaction with a lock: otherwise one of two servers changing the same function at once would fail.
  await client.query("begin");
  try {
    await client.query("select pg_advisory_xact_lock(hashtext('tracemark.leakproof'))");
    for (const { signature } of rows) await client.query(`alter function pg_catalog.${signature} leakproof`);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
  return { unmarked: [] };
}
