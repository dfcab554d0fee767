// Code sets of tests: lines of made codes, sets with layers of them, and a worker for the jobs that work on these.
import type { Worker } from "../../../../src/server/jobs/worker.ts";
import type { JobHandler } from "../../../../src/server/jobs/job-handler.ts";
import { createWorker, leaseMs } from "../../../../src/server/jobs/worker.ts";
import { recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

export const setsPath = "/digit-manage/code-set";
export const layersPath = "/digit-manage/code-set-layer";

export interface LayerWish {
  readonly layer: number;
  readonly num: number;
  readonly codeFuncType?: number;
  readonly twinNum?: number;
  /** Codes that its line has; as many as it needs by default. */
  readonly made?: number;
  readonly line?: string;
  readonly columnIndex?: number;
}

interface SetFixture {
  readonly worker: Worker;
  /** Errors that the worker reported as faults. */
  readonly faults: unknown[];
  /** A generation line with so many codes; answers its id. */
  line(layer: number, count: number, codeFuncType?: number): Promise<string>;
  /** A set with these layers, from the outermost inwards; answers its id. */
  newSet(unitNum: number, layers: readonly LayerWish[], more?: Body): Promise<string>;
  call(name: string, id: string): Promise<Answer>;
  /** The codes of a set: layer, function, number, code, as they are numbered. */
  codes(id: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  jobs(queue: string): Promise<readonly Body[]>;
  /** A worker that is gone after so many steps of a job of this queue: the next one never ends, and nobody renews the lease. */
  dyingWorker(queue: string, steps: number): Worker;
  /** A worker that does something else in between, after so many steps of a job of this queue. */
  pausingWorker(queue: string, steps: number, meanwhile: (worker: Worker) => Promise<unknown>): Worker;
  /** A worker that finds every lease run out. */
  laterWorker(): Worker;
}

let made = 0;

/** `now` counts the time of the worker. */
export function setFixture({ server, zhangwei, add, find, put }: Demonstration): SetFixture {
  const { model, database, clock } = server;
  const { identifiers, domain } = server.services;
  const faults: unknown[] = [];
  const onFault = (error: unknown): void => void faults.push(error);
  const worker = createWorker({ model, database, identifiers, clock, handlers: domain.jobs ?? {}, onFault, random: () => 0 });

  const line: SetFixture["line"] = async (layer, count, codeFuncType = 1) => {
    made += 1;
    // A record has one line of a layer and function.
    const record = await identifiers.next();
    await put("insert into code_gen_record (id, tenant_id, gen_no, name, code_num, status) values ($1, '100001', $2, $2, $3, 2)", [
      record,
      `TG${made}`,
      count,
    ]);
    const { id: rule } = await find("/digit-manage/code-make-rule", { name_equal: "瓶身追溯码" });
    const id = await identifiers.next();
    await put(
      `insert into code_gen_record_detail (id, tenant_id, code_gen_record_id, detail_no, layer, code_make_rule_id, code_func_type, num, done_num, taken_num, start_serial, end_serial, status)
       values ($1, '100001', $2::bigint, $3, $4, $5::bigint, $6, $7, $7, 0, 1001, 1000 + $7, 2)`,
      [id, record, `T${made}`, layer, rule, codeFuncType, count],
    );
    await put(
      `insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, code_gen_record_detail_id, serial_no, life_status, block_status)
       select i, '100001', $2 || lpad(n::text, 7, '0'), $3, 'SELF', $4, $1::bigint, 1000 + n, 0, 0 from unnest($5::bigint[]) with ordinality u(i, n)`,
      [id, `T${made}-`, codeFuncType, layer, await identifiers.take(count)],
    );
    return id;
  };

  const newSet: SetFixture["newSet"] = async (unitNum, layers, more = {}) => {
    made += 1;
    const set = await add(setsPath, { name: `测试码包 ${made}`, sourceType: 1, relationMode: 1, unitNum, separator: 1, ...more });
    let units = unitNum;
    for (const [index, wish] of layers.entries()) {
      const outer = layers[index - 1];
      if (outer !== undefined && outer.layer !== wish.layer) units *= outer.num;
      const packLayerId = (await find("/digit-bind/pack-layer", { layer_equal: String(wish.layer) }))["id"];
      const codeGenRecordDetailId =
        more["sourceType"] === 2
          ? undefined
          : (wish.line ?? (await line(wish.layer, wish.made ?? units * (wish.twinNum ?? 1), wish.codeFuncType)));
      await add(layersPath, {
        codeSetId: set,
        packLayerId,
        codeFuncType: wish.codeFuncType ?? 1,
        num: wish.num,
        twinNum: wish.twinNum ?? 1,
        columnIndex: wish.columnIndex ?? index + 1,
        ...(codeGenRecordDetailId === undefined ? {} : { codeGenRecordDetailId }),
      });
    }
    return set;
  };

  const pausingWorker: SetFixture["pausingWorker"] = (queue, steps, meanwhile) => {
    const handler = domain.jobs?.[queue];
    if (handler === undefined) throw new Error(`no handler of ${queue}`);
    let done = 0;
    const pausing: JobHandler = {
      ...handler,
      run: (job) =>
        handler.run({
          ...job,
          step: async (work, saved) => {
            if (done === steps) await meanwhile(own);
            done += 1;
            return job.step(work, saved);
          },
        }),
    };
    const own = createWorker({ model, database, identifiers, clock, handlers: { [queue]: pausing }, onFault: () => undefined });
    return own;
  };

  return {
    worker,
    faults,
    line,
    newSet,
    call: (name, id) => zhangwei.post(`${setsPath}/${name}/${id}`),
    codes: (id) =>
      rowsOf(
        server,
        "select id::text, code, layer, code_func_type as func, seq_no as seq, life_status as life, serial_no::int as serial from code_item where code_set_id = $1::bigint and is_deleted = 0 order by layer desc, code_func_type, seq_no",
        [id],
      ),
    dyingWorker: (queue, steps) => pausingWorker(queue, steps, () => new Promise(() => undefined)),
    pausingWorker,
    laterWorker: () =>
      createWorker({
        model,
        database,
        identifiers,
        clock: { ...clock, milliseconds: () => clock.milliseconds() + leaseMs + 1 },
        handlers: domain.jobs ?? {},
        onFault,
      }),
    jobs: async (queue) => recordsIn(await zhangwei.get("/blade-job/job/list", { queue, size: "100" })),
  };
}
