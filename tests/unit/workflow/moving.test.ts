// An instance that is made to go on elsewhere: at a step, or from its start.
import { describe, expect, it } from "vitest";
import type { Command, RunResult } from "../../../src/server/domain/flow/engine/instance.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { chain, end, flow, model, start, task, timer } from "./models.ts";

const now = "2026-11-24 09:00:00";

async function begin(xml: string) {
  const source = sourceOf(await parseModel(xml));
  let result = await runInstance(source, undefined, { type: "start", variables: { initiator: "7", people: "1,2" } }, now);
  const send = async (command: Command): Promise<RunResult> => {
    result = await runInstance(source, JSON.parse(JSON.stringify(result.state)), command, now);
    return result;
  };
  return {
    source,
    result: () => result,
    send,
    move: (elementId: string) => send({ type: "move", elementId, variables: { pass: false } }),
    complete: (elementId: string) => {
      const executionId = result.tasks.find((one) => one.elementId === elementId)?.executionId ?? "none";
      return send({ type: "complete", executionId, variables: { pass: true } });
    },
  };
}

const waiting = ({ tasks }: RunResult): readonly string[] => tasks.map(({ elementId }) => elementId).toSorted();

const branches =
  '<parallelGateway id="fork"/><parallelGateway id="join"/>' +
  task("a") +
  task("b") +
  task("before") +
  task("after") +
  start +
  end +
  chain("start", "before", "fork", "a", "join", "after", "end") +
  chain("fork", "b", "join");

describe("an instance", () => {
  it("goes on at an earlier step, with what it knows, and passes the steps behind it again", async () => {
    const instance = await begin(model(start + task("a") + task("b") + end + chain("start", "a", "b", "end")));
    await instance.complete("a");
    expect(waiting(await instance.move("a"))).toEqual(["a"]);
    expect(instance.result().state.variables).toMatchObject({ initiator: "7", pass: false });
    expect(waiting(await instance.complete("a"))).toEqual(["b"]);
    expect((await instance.complete("b")).outcome).toBe("ended");
  });

  it("leaves all branches where it leaves one, and asks all of them again", async () => {
    const instance = await begin(model(branches));
    await instance.complete("before");
    await instance.complete("a");
    expect(waiting(await instance.move("before"))).toEqual(["before"]);
    expect(waiting(await instance.complete("before"))).toEqual(["a", "b"]);
    expect(waiting(await instance.complete("b"))).toEqual(["a"]);
    expect(waiting(await instance.complete("a"))).toEqual(["after"]);
    expect((await instance.complete("after")).outcome).toBe("ended");
  });

  it("can jump over steps, into a task that asks several, which asks them anew", async () => {
    const xml = model(
      start +
        task("a") +
        task(
          "sign",
          'flowable:assignee="${person}"',
          '<multiInstanceLoopCharacteristics flowable:collection="${people}" flowable:elementVariable="person"/>',
        ) +
        end +
        chain("start", "a", "sign", "end"),
    );
    const instance = await begin(xml);
    expect((await instance.move("sign")).tasks.map(({ assignee }) => assignee)).toEqual(["1", "2"]);
    await instance.complete("sign");
    expect((await instance.move("sign")).tasks.map(({ assignee }) => assignee)).toEqual(["1", "2"]);
    await instance.complete("sign");
    expect((await instance.complete("sign")).outcome).toBe("ended");
  });

  it("leaves the timers of the step that it leaves", async () => {
    const xml = model(
      start +
        task("a") +
        task("b") +
        `<boundaryEvent id="late" attachedToRef="b">${timer("timeDuration", "PT2H")}</boundaryEvent>` +
        end +
        chain("start", "a", "b", "end") +
        flow("late_end", "late", "end"),
    );
    const instance = await begin(xml);
    expect((await instance.complete("a")).timers).toHaveLength(1);
    expect(await instance.move("a")).toMatchObject({ timers: [], state: { due: {} } });
  });

  it("begins anew from its start, with what has been changed meanwhile", async () => {
    const instance = await begin(model(start + task("a") + task("b") + end + chain("start", "a", "b", "end")));
    await instance.complete("a");
    const { state, tasks } = await instance.send({ type: "restart", variables: { people: "3" } });
    expect(tasks).toMatchObject([{ elementId: "a" }]);
    expect(state.variables).toMatchObject({ initiator: "7", people: "3" });
  });
});

describe("a step that an instance may go on with", () => {
  const stepsOf = async (body: string) =>
    Object.fromEntries([...sourceOf(await parseModel(model(body))).steps].map(([id, { landing }]) => [id, landing]));

  it("stands alone: not between a fork and its join, and not in a sub-process", async () => {
    expect(await stepsOf(branches)).toEqual({ before: "alone", a: "parallel", b: "parallel", after: "alone" });
    const inside = `<subProcess id="sub"><startEvent id="s"/>${task("inner")}<endEvent id="e"/>${chain("s", "inner", "e")}</subProcess>`;
    expect(await stepsOf(start + inside + end + chain("start", "sub", "end"))).toEqual({ sub: "alone", inner: "inside" });
  });

  it("is in no loop around a fork that its join does not close", async () => {
    const crossed =
      start +
      end +
      '<parallelGateway id="fork"/><parallelGateway id="two"/><parallelGateway id="all"/>' +
      ["a", "b", "c", "x"].map((id) => task(id)).join("") +
      chain("start", "fork", "a", "two", "x", "all", "end") +
      chain("fork", "b", "two") +
      chain("fork", "c", "all");
    expect(await stepsOf(crossed)).toEqual({ a: "parallel", b: "parallel", c: "parallel", x: "parallel" });
  });

  it("may be in a loop, and behind an event of a task that it interrupts", async () => {
    const looped =
      start +
      end +
      '<exclusiveGateway id="merge"/><exclusiveGateway id="decide" default="on"/>' +
      task("a") +
      task("head") +
      `<boundaryEvent id="late" attachedToRef="a">${timer("timeDuration", "PT2H")}</boundaryEvent>` +
      `<boundaryEvent id="note" attachedToRef="a" cancelActivity="false">${timer("timeDuration", "PT1H")}</boundaryEvent>` +
      task("remind") +
      chain("start", "merge", "a", "decide") +
      chain("late", "head", "merge") +
      chain("note", "remind") +
      flow("back", "decide", "merge", "${pass}") +
      flow("on", "decide", "end");
    expect(await stepsOf(looped)).toEqual({ a: "alone", head: "alone", remind: "parallel" });
  });
});
