// The server is killed at random while people start and complete tasks of processes, at times beside another server on the same database.
// Every instance is before or after a step: what the lists of work say is what its engine waits for, what was acknowledged is there, no task is
// completed twice, and a timer that was due while no server ran fires once.
// A few times at a landing, fifty times by `npm test -- --full`, as often as one likes by `npm run faults -- --times 1000 --seed 1`.
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isRecord } from "#schema/json";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import { runTree } from "../../../src/server/domain/flow/engine/tree.ts";
import type { InstanceState } from "../../../src/server/domain/flow/engine/instance.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { isFull, seed } from "../../support/amounts.ts";
import { administrator, callAs, tenantAdministrator, type Application } from "../../support/application.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { installationVariables, installedProduct } from "../../support/product.ts";
import { chain, end, flow, model, start, task, timer } from "../../unit/workflow/models.ts";
import { dataDirectory, startProgram, type Program } from "../http/program.ts";
import { kills } from "./kills.ts";

const times = kills(3);
/** As many people work at once, and so many instances run. */
const [people, enoughRunning] = [3, 8];
const maxWaitMs = 150;
/** A run of so many kills at random must have met everything. */
const enough = 50;

const asks = 'flowable:assignee="${taskUser}"';
const branches = model(
  start +
    '<parallelGateway id="fork"/><parallelGateway id="join"/><exclusiveGateway id="decide" default="no"/><endEvent id="refused"/>' +
    ["first", "a", "b", "last"].map((id) => task(id, asks)).join("") +
    end +
    chain("start", "first", "fork", "a", "join", "last", "decide") +
    chain("fork", "b", "join") +
    flow("yes", "decide", "end", "${pass}") +
    flow("no", "decide", "refused"),
);
const timed = model(
  start +
    `<intermediateCatchEvent id="pause">${timer("timeDuration", "PT1S")}</intermediateCatchEvent>` +
    task("after", asks) +
    end +
    chain("start", "pause", "after", "end"),
);

type Call = Awaited<ReturnType<typeof callAs>>;
const fieldOf = (answer: unknown, name: string): string => (isRecord(answer) ? String(answer[name]) : "");
const work = "/blade-flow/work";

test(
  `killed ${times} times at random (seed ${seed}), the server leaves every process before or after a step`,
  { timeout: 300_000 + times * 60_000 },
  async () => {
    const connection = await freshDatabase(await installedProduct());
    const database = await openDatabase({ connection });
    onTestFinished(() => database.close());
    const variables = { ...installationVariables(connection, await dataDirectory()), CALLS_PER_MINUTE: "100000" };
    const random = chanceFrom(seed);
    const rowsOf = async (sql: string, parameters: readonly unknown[] = []): Promise<readonly Readonly<Record<string, unknown>>[]> => {
      const [found] = await database.owner.read([{ sql, parameters }]);
      return found?.rows ?? [];
    };
    const callsAt = (address: string, person = tenantAdministrator): Promise<Call> => callAs({ address } as Application, person);

    let program = startProgram(variables);
    const asAdministrator = await callsAt(await program.address(), administrator);
    const deployed = async (modelKey: string, xml: string): Promise<string> => {
      const added = await asAdministrator("POST", "/blade-flow/model/submit", { modelKey, name: modelKey, xml });
      const query = new URLSearchParams({ modelId: fieldOf(added, "id"), category: "flow_1", tenantIds: "100001" });
      const answer = await asAdministrator("POST", `/blade-flow/model/deploy?${query}`);
      return isRecord(answer) && Array.isArray(answer["ids"]) ? String(answer["ids"][0]) : "";
    };
    const definitions = { branches: await deployed("Branches", branches), timed: await deployed("Timed", timed) };
    const [person] = await rowsOf(`select id::text as id from "user" where account = 'zhangwei' and tenant_id = '100001'`);
    const sources = new Map([
      [definitions.branches, sourceOf(await parseModel(branches))],
      [definitions.timed, sourceOf(await parseModel(timed))],
    ]);

    const acked = { begun: new Set<string>(), completed: new Set<string>() };
    const begin = async (call: Call, definition: string): Promise<void> => {
      const times = { startTime: "2025-04-01 09:00:00", endTime: "2025-04-01 18:00:00" };
      const body = { processDefinitionId: definition, taskUser: person?.["id"], leaveType: "1", ...times, reason: "FAULT" };
      const answer = await call("POST", "/blade-desk/process/leave/start-process", body);
      acked.begun.add(fieldOf(answer, "processInstanceId"));
    };
    /** One step of somebody: an instance is begun, or a task is completed, which is sent twice. */
    const step = async (calls: readonly Call[]): Promise<void> => {
      const waiting = await rowsOf(
        "select t.task_id, t.process_instance_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.process_instance_id = t.process_instance_id where t.progress = 1 and i.title = 'FAULT'",
      );
      const [one, other = one] = random.once(2) ? calls : calls.toReversed();
      if (one === undefined || other === undefined) return;
      const chosen = waiting[random.below(Math.max(waiting.length, 1))];
      if (chosen === undefined || waiting.length < enoughRunning)
        return begin(one, random.once(4) ? definitions.timed : definitions.branches);
      const taskId = String(chosen["task_id"]);
      const body = { taskId, processInstanceId: chosen["process_instance_id"], comment: "办理", ...(random.once(5) ? {} : { flag: "ok" }) };
      const answers = await Promise.allSettled([one, other].map((call) => call("POST", `${work}/complete-task`, body)));
      const done = answers.filter(({ status }) => status === "fulfilled").length;
      if (done > 1 || (done === 1 && acked.completed.has(taskId))) throw new Error(`${taskId} was completed twice`);
      if (done === 1) acked.completed.add(taskId);
    };

    /** What must hold whenever nobody writes. */
    const check = async (): Promise<void> => {
      const instances = await rowsOf(
        `select i.process_instance_id as instance, i.process_definition_id as definition, i.state, i.end_time is null as running, l.status::int as status,
           array(select t.execution_id from flow_task t where t.tenant_id = i.tenant_id and t.process_instance_id = i.process_instance_id and t.progress = 1 order by 1) as waiting,
           (select count(*)::int from flow_follow f where f.tenant_id = i.tenant_id and f.process_instance_id = i.process_instance_id) as followed
         from flow_instance i left join leave_process l on l.tenant_id = i.tenant_id and l.process_instance_id = i.process_instance_id where i.title = 'FAULT'`,
      );
      const there = new Set(instances.map(({ instance }) => String(instance)));
      expect([...acked.begun].filter((instance) => !there.has(instance))).toEqual([]);
      const ended = instances.filter(({ running }) => running !== true);
      expect(ended.filter(({ waiting, followed }) => followed !== 0 || !Array.isArray(waiting) || waiting.length > 0)).toEqual([]);
      expect(ended.filter(({ status }) => status !== 2 && status !== 3)).toEqual([]);
      for (const { definition, state, status, waiting, followed } of instances.filter(({ running }) => running === true)) {
        const source = sources.get(String(definition));
        if (source === undefined) throw new Error(`unknown definition ${String(definition)}`);
        const none = () => Promise.reject(new Error("nothing is called"));
        const tree = { definitions: { byId: none, byKey: none }, now: "2026-01-01 00:00:00" };
        const { tasks } = await runTree(tree, source, state as InstanceState, { type: "look" });
        const awaited = tasks.map(({ executionId }) => executionId).toSorted();
        expect([waiting, followed, status]).toEqual([awaited, 1, 1]);
      }
      const completed = await rowsOf("select task_id as id from flow_task where progress = 2");
      const stored = new Set(completed.map(({ id }) => String(id)));
      expect([...acked.completed].filter((id) => !stored.has(id))).toEqual([]);
    };

    await begin(await callsAt(await program.address()), definitions.timed);
    let killsWithOther = 0;
    for (let round = 0; round < times; round += 1) {
      const calls = [await callsAt(await program.address())];
      // At times another server runs on the same database, which people use as well.
      const other: Program | undefined = (isFull ? random.once(2) : round === 1) ? startProgram(variables) : undefined;
      if (other !== undefined) calls.push(await callsAt(await other.address()));
      const killed = new AbortController();
      const before = acked.completed.size;
      const working = Array.from({ length: people }, async () => {
        while (!killed.signal.aborted)
          try {
            await step(calls);
          } catch (error) {
            // What ends with the server is no fault.
            if (!killed.signal.aborted) throw error;
          }
      });
      await expect.poll(() => acked.completed.size, { timeout: 240_000, interval: 20 }).toBeGreaterThan(before);
      await delay(random.below(maxWaitMs));
      killed.abort();
      await program.stop("SIGKILL");
      await Promise.all(working);
      if (other !== undefined) killsWithOther += 1;
      // Jobs that the killed one had are free, as time would make them in half a minute.
      if (other === undefined)
        await database.owner.transaction((tx) =>
          tx.query({ sql: "update tm_job set worker = null, lease_until = null, attempts = 0 where worker is not null", parameters: [] }),
        );
      program = other ?? startProgram(variables);
      await program.address();
      await check();
    }

    // Timers of the time without a server come once.
    const unfinished = async () =>
      Number((await rowsOf("select count(*)::int as n from tm_job where queue = 'flow.timer' and is_unfinished"))[0]?.["n"]);
    await expect.poll(unfinished, { timeout: 240_000, interval: 200 }).toBe(0);
    await check();
    const fired = await rowsOf(
      `select i.process_instance_id as instance, count(h.id)::int as n from flow_instance i
         left join flow_history h on h.tenant_id = i.tenant_id and h.process_instance_id = i.process_instance_id and h.history_activity_id = 'after'
       where i.process_definition_id = $1 group by i.process_instance_id`,
      [definitions.timed],
    );
    expect(fired.filter(({ n }) => n !== 1)).toEqual([]);
    expect(await program.stop()).toBe(0);
    console.log(
      `killed ${times} times, ${killsWithOther} of them beside another server: ${acked.begun.size} begun, ${acked.completed.size} completed, ${fired.length} timers`,
    );
    expect(fired.length).toBeGreaterThan(0);
    if (isFull && times < enough) return;
    expect(killsWithOther).toBeGreaterThan(0);
  },
);
