// Running instances by the thousand, the lists of work among them, and completing their tasks.
import type pg from "pg";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { startBareHandler, timed } from "./codes/floors.ts";
import { judge, print, type Goal, quantile } from "./goals.ts";
import type { Client } from "./installed-server.ts";
import { tenant } from "./sign-in.ts";

const work = "/blade-flow/work";
const turns = 60;
/** Completing is measured of so many tasks, behind those that warm up. */
const [completed, warmUp] = [300, 30];
const goals = {
  lists: { what: "pages of tasks to do and to claim, against one query by hand", compared: "at most", limit: 3, unit: "×" },
  completing: { what: "completing a task, of 100 the 95th, with its way to the server", compared: "at most", limit: 60, unit: "ms" },
} as const satisfies Readonly<Record<string, Goal>>;

const firstId = 6_000_000_000_000_000;
/** One task of so many is the person's to do, and one to claim. */
const shared = 100;

interface Place {
  readonly client: Client;
  readonly database: pg.Client;
}

/** Rows of a table again, with new ids and these values, which are SQL over the number `n`. */
async function copied(
  { database, instances }: Pick<Place, "database"> & { readonly instances: number },
  table: string,
  where: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const changed = Object.entries({ id: `(${firstId} + n)::text`, ...values }).map(([column, value]) => `'${column}', ${value}`);
  await database.query(
    `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${changed.join(", ")}))).* from ${table} r, generate_series(1, $1::int) n where ${where}`,
    [instances],
  );
}

/** Begins a request for leave, and stores so many more like it; answers who has one task of a hundred. */
export async function putInstances(place: Place & { readonly instances: number }): Promise<string> {
  const { client, database } = place;
  const one = async (sql: string): Promise<string> => String((await database.query<{ readonly id: string }>(sql)).rows[0]?.id ?? "");
  const person = await one(`select id::text as id from "user" where tenant_id = '${tenant}' and account = 'zhangwei'`);
  const definition = await one(`select id from flow_manager where tenant_id = '${tenant}' and key = 'Leave' order by version desc limit 1`);
  const times = { startTime: "2025-04-01 09:00:00", endTime: "2025-04-01 18:00:00" };
  const body = { processDefinitionId: definition, taskUser: person, leaveType: "1", ...times, reason: "bench" };
  await client.post("/blade-desk/process/leave/start-process", body);
  const instance = await one("select process_instance_id as id from leave_process where reason = 'bench'");
  const of = `r.process_instance_id = '${instance}'`;
  const its = { process_instance_id: "'bench' || n", business_id: `(${firstId} + n)::text` };
  await copied(place, "leave_process", of, { process_instance_id: its.process_instance_id });
  await copied(place, "flow_instance", of, { ...its, start_time: "'2025-01-01'::timestamp + n * interval '1 minute'" });
  await copied(place, "flow_follow", of, { ...its, execution_id: "'bench' || n" });
  const { rows } = await database.query<{ readonly id: string }>(`select id::text as id from flow_history r where ${of} order by r.id`);
  for (const [index, { id }] of rows.entries())
    await copied(place, "flow_history", `r.id = ${id}`, { ...its, id: `(${firstId} + ${index} * 1000000 + n)::text` });
  const others = await database.query<{ readonly id: string }>(
    `select id::text as id from "user" where tenant_id = '${tenant}' and account <> 'zhangwei' order by id`,
  );
  const another = `(array[${others.rows.map(({ id }) => `'${id}'`).join(", ")}])[1 + n % ${others.rows.length}]`;
  const assignee = `case when n % ${shared} = 0 then '${person}' when n % 2 = 1 then null else ${another} end`;
  await copied(place, "flow_task", of, {
    process_instance_id: its.process_instance_id,
    task_id: "'task' || n",
    assignee,
    create_time: "'2025-01-01'::timestamp + n * interval '1 minute'",
  });
  await database.query(
    `insert into flow_candidate (id, tenant_id, task_id, candidate)
     select id + 1000000, tenant_id, task_id, case when id % ${shared} = 1 then 'admins' else 'role:' || id % 97 end from flow_task where assignee is null and task_id like 'task%'`,
  );
  for (const table of ["leave_process", "flow_instance", "flow_follow", "flow_history", "flow_task", "flow_candidate"])
    await database.query(`vacuum analyze ${table}`);
  return person;
}

const columns = `t.id::text, t.task_id, t.task_name, t.claim_time::text, i.starter_name, i.category, i.process_definition_id, i.process_definition_name,
  i.process_definition_version, i.process_instance_id, i.business_table, i.business_id, i.start_time::text`;
const joined = "from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.process_instance_id = t.process_instance_id";
const statements: Readonly<Record<"todo" | "claim", string>> = {
  todo: `select ${columns} ${joined} where t.tenant_id = '${tenant}' and t.progress = 1 and t.assignee = $1 order by i.start_time desc, t.id desc limit 10`,
  claim: `select ${columns} ${joined} where t.tenant_id = '${tenant}' and t.progress = 1 and t.assignee is null
    and t.task_id in (select c.task_id from flow_candidate c where c.tenant_id = '${tenant}' and c.candidate in ('admins', 'user:' || $1)) order by i.start_time desc, t.id desc limit 10`,
};

/** Prints each list with what one query by hand takes, over the indexes that the product made. */
export async function measureWorkLists({
  client,
  connection,
  person,
}: Place & { readonly connection: PostgresConnection; readonly person: string }): Promise<void> {
  const handler = await startBareHandler(connection, { "/todo": [statements.todo], "/claim": [statements.claim] });
  try {
    const ratios: number[] = [];
    for (const name of ["todo", "claim"] as const) {
      const times = await timed(
        { product: () => client.get(`${work}/${name}-list`, { size: "10" }), hand: () => handler.ask(`/${name}`, [person]) },
        turns,
        20,
      );
      const [product, hand] = [times.product.median, times.hand.median];
      print(`  ${`${name}-list`.padEnd(36)} ${product.toFixed(1)} ms   by hand ${hand.toFixed(1)} ms   ${(product / hand).toFixed(2)} ×`);
      ratios.push(product / hand);
    }
    judge(goals.lists, Math.max(...ratios));
  } finally {
    await handler.stop();
  }
}

/** Completes tasks one after the other, and prints how long it takes. */
export async function measureCompleting({ client, database, person }: Place & { readonly person: string }): Promise<void> {
  const { rows } = await database.query<{ readonly task: string; readonly instance: string }>(
    `update flow_task set assignee = $1 where id in (select id from flow_task where task_id like 'task%' and progress = 1 and assignee is not null order by id limit $2)
     returning task_id as task, process_instance_id as instance`,
    [person, completed + warmUp],
  );
  const times: number[] = [];
  for (const { task, instance } of rows) {
    const began = performance.now();
    await client.post(`${work}/complete-task`, { taskId: task, processInstanceId: instance, flag: "ok", comment: "同意" });
    times.push(performance.now() - began);
  }
  const at = (share: number): number => quantile(times.slice(warmUp), share);
  print(`  completing a task: median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms`);
  judge(goals.completing, at(0.95));
}
