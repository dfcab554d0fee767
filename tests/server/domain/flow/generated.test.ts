// Processes made at random, deployed and gone through over the real calls on the real database: every instance ends, or waits for a task that
// somebody has or a timer; no task is completed twice; what the lists say is what the engine waits for.
// A few of them at a landing, each kind of part among them.
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { amount, seed } from "../../../support/amounts.ts";
import { objectIn } from "../../../support/samples.ts";
import { testMoment } from "../../../support/server.ts";
import { block, drawing, kindsIn, kindsOfParts, ofEveryKind, type Block } from "../../../unit/workflow/drawing.ts";
import { end, flow, model, start } from "../../../unit/workflow/models.ts";
import { startDemonstration, type Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { processesOf, runJobs, type StartedInstance, type Processes } from "./processes.ts";

const processCount = amount(12, 200);
const [maxLength, twoHours] = [60, 7_200_000];
const work = "/blade-flow/work";

let milliseconds = testMoment;
const demonstration = startDemonstration({ milliseconds: () => milliseconds });
let place: Demonstration;
let processes: Processes;

beforeAll(async () => {
  place = await demonstration;
  processes = processesOf(place);
});

/** The variables that parts read are set by scripts, as no row has them. */
function xmlOf(one: Block, choice: number): string {
  const { xml, first, last } = drawing()(one);
  const set = (id: string, name: string, value: number) =>
    `<scriptTask id="${id}" flowable:resultVariable="${name}"><script>${value}</script></scriptTask>`;
  const way = flow("w1", "start", "choose") + flow("w2", "choose", "round") + flow("w3", "round", first) + flow("w4", last, "end");
  return model(start + set("choose", "choice", choice) + set("round", "rounds", 0) + xml + end + way);
}

async function waiting({ processInstanceId }: StartedInstance) {
  return rowsOf(
    place.server,
    `select t.task_id as "taskId", t.execution_id as execution, t.assignee::text as assignee,
       (select count(*)::int from flow_candidate c where c.tenant_id = t.tenant_id and c.task_id = t.task_id) as candidates
     from flow_task t where t.process_instance_id = $1 and t.progress = 1 order by t.id`,
    [processInstanceId],
  );
}

const numberOf = async (sql: string, parameters: readonly unknown[]): Promise<number> =>
  Number((await rowsOf(place.server, sql, parameters))[0]?.["n"]);

it(`each of ${processCount} ends or waits for somebody or for its time, and completes no task twice (seed ${seed})`, async () => {
  let [index, ended] = [0, 0];
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(block, fc.array(fc.nat(), { minLength: maxLength, maxLength }), fc.nat(20), async (one, picks, choice) => {
      const { zhangwei } = place;
      for (const kind of kindsIn(one)) met.add(kind);
      const definition = await processes.deployed(`Made${(index += 1)}`, xmlOf(one, choice));
      const started = await processes.begin(definition, `第 ${index} 个`);
      const { processInstanceId } = started;
      const isRunning = async () =>
        (await numberOf("select count(*)::int as n from flow_instance where process_instance_id = $1 and end_time is null", [
          processInstanceId,
        ])) === 1;
      const steps = picks.values();
      let completed = 0;
      while (await isRunning()) {
        const tasks = await waiting(started);
        expect(tasks.filter(({ assignee, candidates }) => assignee === null && candidates === 0)).toEqual([]);
        expect(new Set(tasks.map(({ execution }) => execution)).size).toBe(tasks.length);
        const { value: pick } = steps.next();
        if (pick === undefined) break;
        const task = tasks[pick % Math.max(tasks.length, 1)];
        const timers = await numberOf("select count(*)::int as n from tm_job where queue = 'flow.timer' and is_unfinished", []);
        expect(tasks.length + timers).toBeGreaterThan(0);
        // A timer comes, where nobody is waited for and now and then otherwise.
        if (task === undefined || pick % 5 === 0) {
          milliseconds += twoHours;
          await runJobs(place);
          continue;
        }
        const taskId = String(task["taskId"]);
        const claimed = task["assignee"] === null ? await zhangwei.post(`${work}/claim-task`, undefined, { taskId }) : { code: 200 };
        expect(claimed).toMatchObject({ code: 200 });
        const body = { taskId, processInstanceId, flag: pick % 2 === 0 ? "ok" : undefined, comment: "办理" };
        const answers = await Promise.all([1, 2].slice(pick % 2).map(() => zhangwei.post(`${work}/complete-task`, body)));
        expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
        for (const answer of answers.filter(({ code }) => code !== 200)) expect(answer).toMatchObject({ data: { error: "taskOver" } });
        completed += 1;
      }
      expect(
        await numberOf("select count(*)::int as n from flow_task where process_instance_id = $1 and progress = 2", [processInstanceId]),
      ).toBe(completed);
      if (await isRunning()) return;
      ended += 1;
      expect(await waiting(started)).toEqual([]);
      expect((await processes.history(started)).filter(([, , , isOver]) => isOver === false)).toEqual([]);
      expect([2, 3]).toContain(objectIn(await zhangwei.get("/blade-desk/process/leave/detail", { businessId: started.id }))["status"]);
    }),
    {
      numRuns: processCount,
      seed,
      examples: ofEveryKind.map((one, choice) => [one, Array.from({ length: maxLength }, (_pick, at) => at), choice]),
    },
  );
  expect(ended).toBeGreaterThan(processCount / 2);
  expect(kindsOfParts.filter((kind) => !met.has(kind))).toEqual([]);
});
