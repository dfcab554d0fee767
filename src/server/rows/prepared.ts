// Queries that run often: written once for all requests, and parsed once per connection under their name.
import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import type { Model } from "#schema/model";
import type { Query } from "./query.ts";
import { sourcesOf, tables, type TableContext, type TableSources } from "./tables.ts";

/** Stands in a prepared query for a value that each run brings along. */
class Parameter {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Gives the values of a run by their names, as the query is written with them. */
export type Given<Values> = <Name extends keyof Values & string>(name: Name) => RawBuilder<Values[Name]>;

type Context = Pick<TableContext, "model" | "scope" | "caller">;

/** A row of a prepared query. */
export type RowOf<Prepared> = Prepared extends (...given: never) => Query<infer O> ? O : never;

/** Where the tenant of the request stands among the values of a run. */
const tenant = new Parameter("tenant");

/**
 * A query under a name, which means one text: it is compiled at its first run and then only gets its values. Where the data scopes of a
 * caller narrow its rows the text is another one each time, so it is compiled for that run and has no name.
 */
export function prepared<Values extends object, O>(
  name: string,
  build: (given: Given<Values>, tables: TableSources) => Query<O>,
): (context: Context, values: Values) => Query<O> {
  const compiled = new WeakMap<Model, CompiledQuery<O>>();
  return (context, values) => {
    const given = new Map<string, unknown>(Object.entries(values));
    if (context.caller.rowLimits.size > 0) return build((one) => sql`${given.get(one)}`, tables(context));
    let query = compiled.get(context.model);
    if (query === undefined) {
      query = build(
        (one) => sql`${new Parameter(one)}`,
        sourcesOf({ model: context.model, caller: undefined, tenantId: tenant }),
      ).compile();
      compiled.set(context.model, query);
    }
    const parameters = query.parameters.map((one) =>
      one === tenant ? context.scope.tenantId : one instanceof Parameter ? given.get(one.name) : one,
    );
    const run = { ...query, parameters, name };
    return { compile: () => run };
  };
}
