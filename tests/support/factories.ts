// Many factories for tests of long lists, made by one statement instead of a call for each.
import type { Application } from "./application.ts";

/** Codes and names are these and a number; with `digits`, the number in a code has as many. */
interface Factories {
  readonly code: string;
  readonly name: string;
  readonly count: number;
  readonly digits?: number;
}

/** Makes copies of a factory of the demonstration tenant, sorted by their numbers behind all others. */
export async function makeFactories(application: Application, { code, name, count, digits = 1 }: Factories): Promise<void> {
  await application.rowsOf(
    `insert into factory
     select (jsonb_populate_record(one, jsonb_build_object(
       'id', (select max(id) from factory) + n,
       'code', $1 || lpad(n::text, greatest($4::int, length(n::text)), '0'),
       'name', $2 || n,
       'sort', 1000 + n,
       'factory_type', 2,
       'create_time', now()::timestamp(0)))).*
     from factory one, generate_series(1, $3::int) n
     where one.id = (select min(id) from factory where tenant_id = '100001' and is_deleted = 0)`,
    [code, name, count, digits],
  );
}
