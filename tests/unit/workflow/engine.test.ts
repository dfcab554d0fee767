import { describe, expect, it } from "vitest";
import { ExpressionError } from "../../../src/process/expressions.ts";
import { NotWaitingError, type Command, type RunResult } from "../../../src/server/domain/flow/engine/instance.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { chain, end, flow, model, service, start, task, timer } from "./models.ts";

const now = "2026-11-24 09:00:00";

/** An instance whose state goes through JSON between any two commands, as it does through the database. */
async function begin(xml: string, variables: Readonly<Record<string, unknown>> = { initiator: "7" }) {
  const source = sourceOf(await parseModel(xml));
  let result = await runInstance(source, undefined, { type: "start", variables }, now);
  const send = async (command: Command, at = now): Promise<RunResult> => {
    result = await runInstance(source, JSON.parse(JSON.stringify(result.state)), command, at);
    return result;
  };
  const executionOf = (elementId: string): string =>
    [...result.tasks, ...result.timers, ...result.services, ...result.calls].find((one) => one.elementId === elementId)?.executionId ??
    "none";
  return {
    result: () => result,
    send,
    complete: (elementId: string, answers: Readonly<Record<string, unknown>> = {}) =>
      send({ type: "complete", executionId: executionOf(elementId), variables: answers }),
    executionOf,
  };
}

const waitingIn = (result: RunResult): readonly string[] => result.tasks.map(({ elementId }) => elementId).toSorted();

describe("an instance", () => {
  it("waits at its user task, and ends behind it", async () => {
    const instance = await begin(model(start + task("approve") + end + chain("start", "approve", "end")));
    expect(instance.result()).toMatchObject({ outcome: "running", tasks: [{ elementId: "approve", assignee: "7" }] });
    await instance.complete("approve", { pass: true });
    expect(instance.result()).toMatchObject({ outcome: "ended", tasks: [], state: { variables: { pass: true } } });
    expect(instance.result().steps.map(({ what, elementId }) => `${what} ${elementId}`)).toContain("ended end");
  });

  it("takes a command once: the second one finds nothing that waits", async () => {
    const instance = await begin(model(start + task("a") + task("b") + end + chain("start", "a", "b", "end")));
    const executionId = instance.executionOf("a");
    await instance.complete("a");
    await expect(instance.send({ type: "complete", executionId, variables: {} })).rejects.toBeInstanceOf(NotWaitingError);
  });

  it("knows who started it by the name that its start event gives", async () => {
    const xml = model(
      '<startEvent id="start" flowable:initiator="applicant"/>' +
        task("a", 'flowable:assignee="${applicant}"') +
        end +
        chain("start", "a", "end"),
    );
    expect((await begin(xml)).result().tasks).toMatchObject([{ assignee: "7" }]);
  });

  it("keeps what its model has worked out, whatever variables come with a decision", async () => {
    const xml = model(
      start +
        '<scriptTask id="count" flowable:resultVariable="total"><script>6 * 7</script></scriptTask>' +
        task(
          "sign",
          'flowable:assignee="${person}"',
          '<multiInstanceLoopCharacteristics flowable:collection="1,2" flowable:elementVariable="person"/>',
        ) +
        task("after") +
        end +
        chain("start", "count", "sign", "after", "end"),
    );
    const instance = await begin(xml);
    await instance.complete("sign", { total: 1, person: "9", nrOfApprovals: 9, loopCounter: 9, note: "kept", pass: true });
    const { variables } = instance.result().state;
    expect(variables).toMatchObject({ total: 42, note: "kept", pass: true });
    expect(Object.keys(variables)).not.toContain("person");
    expect(Object.keys(variables)).not.toContain("loopCounter");
    await instance.complete("sign");
    expect(instance.result()).toMatchObject({ tasks: [{ elementId: "after" }], state: { variables: { nrOfApprovals: 1 } } });
  });

  it("completes the task that is meant, whatever variables come with the decision", async () => {
    const fork = '<parallelGateway id="fork"/><parallelGateway id="join"/>';
    const xml = model(start + fork + task("a") + task("b") + end + chain("start", "fork", "a", "join", "end") + chain("fork", "b", "join"));
    const instance = await begin(xml);
    expect(waitingIn(await instance.complete("a", { id: "b", executionId: instance.executionOf("b") }))).toEqual(["b"]);
  });

  it("takes the flow whose condition holds, and the default flow where none does", async () => {
    const xml = model(
      start +
        '<exclusiveGateway id="amount" default="small"/>' +
        task("head") +
        task("clerk") +
        end +
        flow("in", "start", "amount") +
        flow("large", "amount", "head", '${days > 3 && dept == "sales"}') +
        flow("small", "amount", "clerk") +
        chain("head", "end") +
        flow("clerk_end", "clerk", "end"),
    );
    expect(waitingIn((await begin(xml, { initiator: "7", days: 4, dept: "sales" })).result())).toEqual(["head"]);
    expect(waitingIn((await begin(xml, { initiator: "7", days: 4, dept: "hr" })).result())).toEqual(["clerk"]);
  });

  it("changes nothing where an expression reads what is not there", async () => {
    const xml = model(
      start +
        task("a") +
        '<exclusiveGateway id="g" default="no"/>' +
        end +
        '<endEvent id="other"/>' +
        chain("start", "a", "g") +
        flow("yes", "g", "end", "${pass}") +
        flow("no", "g", "other"),
    );
    const instance = await begin(xml);
    await expect(instance.complete("a")).rejects.toBeInstanceOf(ExpressionError);
    await instance.complete("a", { pass: true });
    expect(instance.result().outcome).toBe("ended");
  });

  it("goes on behind a parallel gateway when both branches have come", async () => {
    const xml = model(
      start +
        '<parallelGateway id="fork"/>' +
        task("a") +
        task("b") +
        '<parallelGateway id="join"/>' +
        task("c") +
        end +
        chain("start", "fork", "a", "join", "c", "end") +
        chain("fork", "b", "join"),
    );
    const instance = await begin(xml);
    expect(waitingIn(instance.result())).toEqual(["a", "b"]);
    expect(waitingIn(await instance.complete("a"))).toEqual(["b"]);
    expect(waitingIn(await instance.complete("b"))).toEqual(["c"]);
    expect((await instance.complete("c")).outcome).toBe("ended");
  });

  it("takes each flow of an inclusive gateway whose condition holds, and joins what came", async () => {
    const xml = model(
      start +
        '<inclusiveGateway id="fork" default="neither"/>' +
        task("a") +
        task("b") +
        task("d") +
        '<inclusiveGateway id="join"/>' +
        task("c") +
        end +
        flow("in", "start", "fork") +
        flow("toA", "fork", "a", "${days > 1}") +
        flow("toB", "fork", "b", "${days > 3}") +
        flow("neither", "fork", "d") +
        chain("a", "join", "c", "end") +
        chain("b", "join") +
        chain("d", "join"),
    );
    const both = await begin(xml, { initiator: "7", days: 5 });
    expect(waitingIn(both.result())).toEqual(["a", "b"]);
    expect(waitingIn(await both.complete("a"))).toEqual(["b"]);
    expect(waitingIn(await both.complete("b"))).toEqual(["c"]);
    expect((await both.complete("c")).outcome).toBe("ended");
    const one = await begin(xml, { initiator: "7", days: 2 });
    expect(waitingIn(one.result())).toEqual(["a"]);
    expect(waitingIn(await one.complete("a"))).toEqual(["c"]);
    const none = await begin(xml, { initiator: "7", days: 0 });
    expect(waitingIn(none.result())).toEqual(["d"]);
  });

  it("does not go on behind a parallel gateway because a decision in front of it left a way out", async () => {
    const xml = model(
      start +
        '<parallelGateway id="fork"/><exclusiveGateway id="decide" default="other"/><exclusiveGateway id="merge"/><parallelGateway id="join"/>' +
        task("a") +
        task("b") +
        task("c") +
        task("after") +
        end +
        chain("start", "fork", "a", "join", "after", "end") +
        chain("fork", "decide") +
        flow("yes", "decide", "b", "${days > 1}") +
        flow("other", "decide", "c") +
        chain("b", "merge", "join") +
        chain("c", "merge"),
    );
    const instance = await begin(xml, { initiator: "7", days: 2 });
    expect(waitingIn(await instance.complete("a"))).toEqual(["b"]);
    expect(waitingIn(await instance.complete("b"))).toEqual(["after"]);
    expect((await instance.complete("after")).outcome).toBe("ended");
  });

  it("fails where a drawing makes it wait at a join that nothing can reach, and names the join", async () => {
    const xml = model(
      start +
        '<exclusiveGateway id="decide" default="other"/><parallelGateway id="join"/>' +
        task("a") +
        task("b") +
        end +
        chain("start", "decide") +
        flow("yes", "decide", "a", "${days > 1}") +
        flow("other", "decide", "b") +
        chain("a", "join", "end") +
        chain("b", "join"),
    );
    const instance = await begin(xml, { initiator: "7", days: 2 });
    expect(await instance.complete("a")).toMatchObject({
      outcome: "failed",
      error: { code: "stuck", sentence: expect.stringContaining("join") },
    });
  });

  it("passes manual tasks, and computes scripts as one expression", async () => {
    const xml = model(
      start +
        '<manualTask id="file" name="file it"/><scriptTask id="total" flowable:resultVariable="total" scriptFormat="juel"><script>${days * 2 + 1}</script></scriptTask>' +
        task("a") +
        end +
        chain("start", "file", "total", "a", "end"),
    );
    const instance = await begin(xml, { initiator: "7", days: 1.5 });
    expect(instance.result()).toMatchObject({ state: { variables: { total: 4 } }, tasks: [{ elementId: "a" }] });
  });

  it("asks for a service, and goes on with its answer or to the boundary event of its error", async () => {
    const xml = model(
      start +
        service("notify", { requestUrl: "https://example.org/hook", requestBody: '{"of":"${initiator}","texts":["${days} days"]}' }) +
        '<boundaryEvent id="caught" attachedToRef="notify"><errorEventDefinition errorRef="lost"/></boundaryEvent>' +
        task("ok") +
        task("repair") +
        end +
        chain("start", "notify", "ok", "end") +
        chain("caught", "repair") +
        flow("repaired", "repair", "end"),
      '<error id="lost" errorCode="lost"/>',
    );
    const served = await begin(xml, { initiator: '7", "more": "', days: 3 });
    const [{ call } = { call: undefined }] = served.result().services;
    expect(call).toMatchObject({ kind: "http", url: "https://example.org/hook" });
    // A value never becomes structure.
    expect(call?.kind === "http" ? JSON.parse(call.body) : undefined).toEqual({ of: '7", "more": "', texts: ["3 days"] });
    await served.send({ type: "served", executionId: served.executionOf("notify"), variables: { answer: 1 } });
    expect(served.result()).toMatchObject({ tasks: [{ elementId: "ok" }], state: { variables: { answer: 1 } } });
    const failed = await begin(xml, { initiator: "7", days: 3 });
    await failed.send({ type: "failed", executionId: failed.executionOf("notify"), code: "lost", sentence: "gone" });
    expect(waitingIn(failed.result())).toEqual(["repair"]);
    const uncaught = await begin(xml, { initiator: "7", days: 3 });
    await uncaught.send({ type: "failed", executionId: uncaught.executionOf("notify"), code: "other", sentence: "gone" });
    expect(uncaught.result()).toMatchObject({ outcome: "failed", error: { code: "other" } });
  });
});

describe("ends", () => {
  it("terminate the other branches", async () => {
    const xml = model(
      start +
        '<parallelGateway id="fork"/>' +
        task("a") +
        task("b") +
        '<endEvent id="stop"><terminateEventDefinition/></endEvent>' +
        end +
        chain("start", "fork", "a", "stop") +
        chain("fork", "b", "end"),
    );
    const instance = await begin(xml);
    expect(await instance.complete("a")).toMatchObject({ outcome: "ended", tasks: [] });
  });

  it("with an error leave their sub-process by the boundary event, or fail the instance", async () => {
    const inside =
      '<startEvent id="s"/>' +
      task("inner") +
      '<endEvent id="bad"><errorEventDefinition errorRef="refused"/></endEvent>' +
      chain("s", "inner", "bad");
    const beside = '<error id="refused" name="Refused" errorCode="refused"/>';
    const caught = model(
      start +
        `<subProcess id="sub">${inside}</subProcess>` +
        '<boundaryEvent id="catch" attachedToRef="sub"><errorEventDefinition errorRef="refused"/></boundaryEvent>' +
        task("repair") +
        task("normal") +
        end +
        chain("start", "sub", "normal", "end") +
        chain("catch", "repair") +
        flow("repaired", "repair", "end"),
      beside,
    );
    const instance = await begin(caught);
    expect(waitingIn(instance.result())).toEqual(["inner"]);
    expect(waitingIn(await instance.complete("inner"))).toEqual(["repair"]);
    const uncaught = await begin(
      model(
        start + task("a") + '<endEvent id="bad"><errorEventDefinition errorRef="refused"/></endEvent>' + chain("start", "a", "bad"),
        beside,
      ),
    );
    expect(await uncaught.complete("a")).toMatchObject({ outcome: "failed", error: { code: "refused" } });
  });
});

describe("timers", () => {
  it("wait in the state, keep their time while other things happen, and fire by command", async () => {
    const xml = model(
      start +
        task("a") +
        `<boundaryEvent id="late" attachedToRef="a" cancelActivity="false">${timer("timeDuration", "PT2H")}</boundaryEvent>` +
        '<parallelGateway id="fork"/>' +
        task("b") +
        task("remind") +
        end +
        chain("start", "fork", "a", "end") +
        flow("toB", "fork", "b") +
        flow("b_end", "b", "end") +
        chain("late", "remind") +
        flow("r_end", "remind", "end"),
    );
    const instance = await begin(xml);
    expect(instance.result().timers).toMatchObject([{ elementId: "late", due: "2026-11-24 11:00:00" }]);
    await instance.send({ type: "complete", executionId: instance.executionOf("b"), variables: {} }, "2026-11-24 10:30:00");
    expect(instance.result().timers).toMatchObject([{ elementId: "late", due: "2026-11-24 11:00:00" }]);
    await instance.send({ type: "timer", executionId: instance.executionOf("late") }, "2026-11-24 11:00:00");
    expect(waitingIn(instance.result())).toEqual(["a", "remind"]);
    expect(instance.result().timers).toEqual([]);
  });

  it("interrupt a task, and the task is gone", async () => {
    const xml = model(
      start +
        task("a") +
        `<boundaryEvent id="late" attachedToRef="a">${timer("timeDate", "2026-12-01T09:00:00")}</boundaryEvent>` +
        task("head") +
        end +
        chain("start", "a", "end") +
        chain("late", "head") +
        flow("h_end", "head", "end"),
    );
    const instance = await begin(xml);
    expect(instance.result().timers).toMatchObject([{ due: "2026-12-01 09:00:00" }]);
    await instance.send({ type: "timer", executionId: instance.executionOf("late") });
    expect(waitingIn(instance.result())).toEqual(["head"]);
  });

  it("repeat as often as their cycle says", async () => {
    const xml = model(
      start +
        task("a") +
        `<boundaryEvent id="again" attachedToRef="a" cancelActivity="false">${timer("timeCycle", "R2/PT1H")}</boundaryEvent>` +
        end +
        '<endEvent id="reminded"/>' +
        chain("start", "a", "end") +
        chain("again", "reminded"),
    );
    const instance = await begin(xml);
    expect(instance.result().timers).toMatchObject([{ due: "2026-11-24 10:00:00" }]);
    await instance.send({ type: "timer", executionId: instance.executionOf("again") }, "2026-11-24 10:00:00");
    expect(instance.result().timers).toMatchObject([{ due: "2026-11-24 11:00:00" }]);
    await instance.send({ type: "timer", executionId: instance.executionOf("again") }, "2026-11-24 11:00:00");
    expect(instance.result()).toMatchObject({ timers: [], tasks: [{ elementId: "a" }] });
  });
});

describe("a script", () => {
  const counting = (rounds: number) =>
    model(
      start +
        '<scriptTask id="zero" flowable:resultVariable="n"><script>0</script></scriptTask>' +
        '<scriptTask id="more" flowable:resultVariable="n"><script>n + 1</script></scriptTask>' +
        '<exclusiveGateway id="g" default="back"/>' +
        end +
        chain("start", "zero", "more", "g") +
        flow("on", "g", "end", `${"$"}{n >= ${rounds}}`) +
        flow("back", "g", "more"),
    );

  it("may count the rounds of a loop, and is refused by a sentence where they do not end", async () => {
    expect((await begin(counting(200))).result()).toMatchObject({ outcome: "ended", state: { variables: { n: 200 } } });
    await expect(begin(counting(201))).rejects.toThrow(/goes round too often without a step that waits/u);
  });

  it.each([[String.raw`"a\u0000b"`], [String.raw`["a\u0000b"]`]])(
    "whose result cannot be stored is refused by a sentence: %s",
    async (script) => {
      const xml = model(
        start + `<scriptTask id="s" flowable:resultVariable="r"><script>${script}</script></scriptTask>` + end + chain("start", "s", "end"),
      );
      await expect(begin(xml)).rejects.toThrow("the value of r contains a character that cannot be stored");
    },
  );
});

describe("a form key that an expression gives", () => {
  it("is refused by a sentence where it is too long to be stored", async () => {
    const xml = model(start + task("a", 'flowable:assignee="7" flowable:formKey="${key}"') + end + chain("start", "a", "end"));
    await expect(begin(xml, { key: "k".repeat(256) })).rejects.toThrow(/is longer than 255 characters/u);
  });
});

describe("a time that an expression gives", () => {
  it("is refused by a sentence where no clock shows it, or no day has it", async () => {
    const due = model(start + task("a", 'flowable:assignee="7" flowable:dueDate="${due}"') + end + chain("start", "a", "end"));
    const wait = (kind: "timeDuration" | "timeDate") =>
      model(start + `<intermediateCatchEvent id="w">${timer(kind, "${due}")}</intermediateCatchEvent>` + end + chain("start", "w", "end"));
    const edge = model(
      start +
        task("a") +
        `<boundaryEvent id="edge" attachedToRef="a">${timer("timeDuration", "${due}")}</boundaryEvent>` +
        end +
        chain("start", "a", "end") +
        chain("edge", "end"),
    );
    for (const xml of [due, wait("timeDuration"), edge])
      await expect(begin(xml, { initiator: "7", due: "P9999Y" })).rejects.toThrow(/is after the year 9999/u);
    for (const xml of [due, wait("timeDate")])
      await expect(begin(xml, { initiator: "7", due: "2027-02-30" })).rejects.toThrow(/is not a time/u);
  });

  it("is read with blanks around it, and is none where it is blank", async () => {
    const xml = model(start + task("a", 'flowable:assignee="7" flowable:dueDate=" ${due} "') + end + chain("start", "a", "end"));
    expect((await begin(xml, { due: "2027-02-28" })).result().tasks).toMatchObject([{ due: "2027-02-28 00:00:00" }]);
    expect((await begin(xml, { due: "" })).result().tasks).toMatchObject([{ due: "" }]);
  });
});

describe("an event-based gateway", () => {
  const xml = model(
    start +
      '<eventBasedGateway id="wait"/><intermediateCatchEvent id="paid"><messageEventDefinition messageRef="payment"/></intermediateCatchEvent>' +
      `<intermediateCatchEvent id="late">${timer("timeDuration", "P1D")}</intermediateCatchEvent>` +
      task("ship") +
      task("remind") +
      end +
      chain("start", "wait", "paid", "ship", "end") +
      chain("wait", "late", "remind") +
      flow("r_end", "remind", "end"),
    '<message id="payment" name="payment"/>',
  );

  it("goes on with the message", async () => {
    const instance = await begin(xml);
    expect(instance.result()).toMatchObject({ messages: [{ message: "payment" }], timers: [{ elementId: "late" }] });
    await instance.send({ type: "message", name: "payment", variables: { amount: 3 } });
    expect(instance.result()).toMatchObject({
      timers: [],
      messages: [],
      tasks: [{ elementId: "ship" }],
      state: { variables: { amount: 3 } },
    });
  });

  it("goes on with the timer", async () => {
    const instance = await begin(xml);
    await instance.send({ type: "timer", executionId: instance.executionOf("late") });
    expect(instance.result()).toMatchObject({ timers: [], messages: [], tasks: [{ elementId: "remind" }] });
    await expect(instance.send({ type: "message", name: "payment", variables: {} })).rejects.toBeInstanceOf(NotWaitingError);
  });
});

describe("a task that asks several", () => {
  const several = (condition: string, isSequential = false) =>
    model(
      start +
        task(
          "sign",
          'flowable:assignee="${person}"',
          `<multiInstanceLoopCharacteristics isSequential="${String(isSequential)}" flowable:collection="${"$"}{people}" flowable:elementVariable="person">${condition === "" ? "" : `<completionCondition xsi:type="tFormalExpression">${condition}</completionCondition>`}</multiInstanceLoopCharacteristics>`,
        ) +
        task("after") +
        end +
        chain("start", "sign", "after", "end"),
    );
  const people = { initiator: "7", people: ["1", "2", "3"] };

  it("waits for all of them", async () => {
    const instance = await begin(several(""), people);
    expect(instance.result().tasks.map(({ assignee }) => assignee)).toEqual(["1", "2", "3"]);
    for (const left of [2, 1]) expect((await instance.complete("sign")).tasks).toHaveLength(left);
    expect(waitingIn(await instance.complete("sign"))).toEqual(["after"]);
  });

  it("reads a member of a variable, and lists as people write them", async () => {
    const xml = several("").replace("${people}", "data.people");
    for (const listedPeople of ["1，2；3", "1;2;3", "1, 2,,3,", ["1", "2", "3"]]) {
      const instance = await begin(xml, { initiator: "7", data: { people: listedPeople } });
      expect(instance.result().tasks.map(({ assignee }) => assignee)).toEqual(["1", "2", "3"]);
    }
  });

  it("is done by one of them", async () => {
    const instance = await begin(several("${nrOfCompletedInstances >= 1}"), people);
    expect(waitingIn(await instance.complete("sign"))).toEqual(["after"]);
  });

  it("is done when a share has approved", async () => {
    const instance = await begin(several("${nrOfApprovals / nrOfInstances >= 0.6}"), people);
    expect(waitingIn(await instance.complete("sign", { pass: false }))).toEqual(["sign", "sign"]);
    expect(waitingIn(await instance.complete("sign", { pass: true }))).toEqual(["sign"]);
    const done = await instance.complete("sign", { pass: true });
    expect(done).toMatchObject({ tasks: [{ elementId: "after" }], state: { variables: { nrOfApprovals: 2, nrOfInstances: 3 } } });
  });

  it("asks one after the other", async () => {
    const instance = await begin(several("", true), people);
    expect(instance.result().tasks).toMatchObject([{ assignee: "1" }]);
    expect((await instance.complete("sign")).tasks).toMatchObject([{ assignee: "2" }]);
  });

  it("keeps to whom it asked at first", async () => {
    const instance = await begin(several(""), people);
    await instance.complete("sign", { people: ["9"] });
    expect(instance.result().tasks.map(({ assignee }) => assignee)).toEqual(["2", "3"]);
  });

  it("is given to nobody where the model finds nobody, and does not approve itself", async () => {
    const instance = await begin(several(""), { initiator: "7", people: [] });
    expect(instance.result().tasks).toMatchObject([{ elementId: "sign", assignee: "" }]);
  });
});

describe("a task that asks so many times", () => {
  const times = (count: string, isSequential = false) =>
    model(
      start +
        task(
          "sign",
          undefined,
          `<multiInstanceLoopCharacteristics isSequential="${String(isSequential)}"><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`,
        ) +
        end +
        chain("start", "sign", "end"),
    );

  it("asks as often as its number, or its expression, says", async () => {
    for (const [count, days] of [
      ["\n 3 \n", 0],
      ["${days}", 3],
      ["${days}", "3"],
      ["${days + 1}", 2],
    ] as const) {
      const instance = await begin(times(count), { initiator: "7", days });
      expect(waitingIn(instance.result())).toEqual(["sign", "sign", "sign"]);
    }
  });

  it.each([[0], [-1], [3.7], [3000], ["three"], [""], [null]])("does not begin where its expression says %j", async (days) => {
    for (const isSequential of [false, true])
      await expect(begin(times("${days}", isSequential), { initiator: "7", days })).rejects.toThrow(
        /is not a number of runs: enter a whole number from 1 to 200/u,
      );
  });
});

describe("a called process", () => {
  it("of the same model runs within the instance", async () => {
    const xml = model(
      start + '<callActivity id="call" calledElement="check"/>' + task("after") + end + chain("start", "call", "after", "end"),
      `<process id="check" isExecutable="false"><startEvent id="cs"/>${task("inner")}<endEvent id="ce"/>${chain("cs", "inner", "ce")}</process>`,
    );
    const instance = await begin(xml);
    expect(instance.result()).toMatchObject({ calls: [], tasks: [{ elementId: "inner" }] });
    expect(waitingIn(await instance.complete("inner"))).toEqual(["after"]);
  });

  it("of another deployment is told, and its return goes on", async () => {
    const xml = model(
      start + '<callActivity id="call" calledElement="Check"/>' + task("after") + end + chain("start", "call", "after", "end"),
    );
    const instance = await begin(xml);
    expect(instance.result().calls).toMatchObject([{ elementId: "call", processKey: "Check" }]);
    await instance.send({ type: "returned", executionId: instance.executionOf("call"), variables: { checked: true } });
    expect(instance.result()).toMatchObject({ tasks: [{ elementId: "after" }], state: { variables: { checked: true } } });
  });
});

describe("a task", () => {
  it("tells whom it asks, its form and when it is due", async () => {
    const xml = model(
      start +
        task(
          "a",
          'flowable:candidateUsers="1； ${deputy}" flowable:candidateGroups="auditor,post:3" flowable:formKey="leave" flowable:dueDate="P3D"',
        ) +
        end +
        chain("start", "a", "end"),
    );
    const instance = await begin(xml, { deputy: "22" });
    expect(instance.result().tasks).toMatchObject([
      { assignee: "", candidateUsers: ["1", "22"], candidateGroups: ["auditor", "post:3"], formKey: "leave", due: "2026-11-27 09:00:00" },
    ]);
  });

  it("inside of a sub-process that runs once for each of several is one of several", async () => {
    const xml = model(
      start +
        `<subProcess id="sub"><multiInstanceLoopCharacteristics flowable:collection="${"$"}{people}" flowable:elementVariable="person"/><startEvent id="s"/>${task("inner", 'flowable:assignee="${initiator}"')}<endEvent id="e"/>${chain("s", "inner", "e")}</subProcess>` +
        end +
        chain("start", "sub", "end"),
    );
    const instance = await begin(xml, { initiator: "7", people: ["1", "2"] });
    expect(waitingIn(instance.result())).toEqual(["inner", "inner"]);
    expect(waitingIn(await instance.complete("inner"))).toEqual(["inner"]);
    expect((await instance.complete("inner")).outcome).toBe("ended");
  });
});

describe("a sub-process that runs once for each of several", () => {
  const inner =
    '<startEvent id="s"/><exclusiveGateway id="which" default="other"/>' +
    task("first", 'flowable:assignee="${person}" flowable:formKey="${person}-${loopCounter}"') +
    task("later", 'flowable:assignee="${person}"') +
    '<endEvent id="e"/>' +
    chain("s", "which") +
    flow("one", "which", "first", "${loopCounter == 0}") +
    flow("other", "which", "later") +
    chain("first", "e") +
    chain("later", "e");
  const over = (loop: string, inside = inner, element = "subProcess") =>
    model(start + `<${element} id="sub">${loop}${inside}</${element}>` + task("after") + end + chain("start", "sub", "after", "end"));
  const loop = (collection: string, more = 'flowable:elementVariable="person"') =>
    `<multiInstanceLoopCharacteristics flowable:collection="${collection}" ${more}/>`;
  const people = { initiator: "7", people: ["1", "2", "3"] };
  const requested = (result: RunResult) => result.tasks.map(({ elementId, assignee }) => `${elementId} ${assignee}`);

  it.each([["${people}"], ["people"], ["1,2,3"]])(
    "of %s knows its item, and which run it is, in all that stands in it",
    async (collection) => {
      const instance = await begin(over(loop(collection)), people);
      expect(requested(instance.result())).toEqual(["first 1", "later 2", "later 3"]);
      expect(instance.result().tasks[0]?.formKey).toBe("1-0");
      expect(requested(await instance.complete("later"))).toEqual(["first 1", "later 3"]);
      await instance.complete("first");
      expect(requested(await instance.complete("later"))).toEqual(["after 7"]);
      expect(Object.keys(instance.result().state.variables)).not.toContain("person");
    },
  );

  it("one after the other has one item at a time", async () => {
    const instance = await begin(over(loop("${people}", 'isSequential="true" flowable:elementVariable="person"')), people);
    expect(requested(instance.result())).toEqual(["first 1"]);
    expect(requested(await instance.complete("first"))).toEqual(["later 2"]);
    expect(requested(await instance.complete("later"))).toEqual(["later 3"]);
    expect(requested(await instance.complete("later"))).toEqual(["after 7"]);
  });

  it("calls its item by the name item where it gives none", async () => {
    const instance = await begin(over(loop("people", ""), inner.replaceAll("person", "item")), people);
    expect(requested(instance.result())).toEqual(["first 1", "later 2", "later 3"]);
  });

  it("so many times knows which run it is", async () => {
    const cardinality = "<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>";
    const instance = await begin(over(cardinality, inner.replaceAll("${person}", "${initiator}")), people);
    expect(requested(instance.result())).toEqual(["first 7", "later 7"]);
  });

  it("inside of another one knows the items of both, and its own for a name that both give", async () => {
    const nested = (name: string) =>
      over(
        loop("people"),
        `<startEvent id="os"/><subProcess id="in">${loop("letters", `flowable:elementVariable="${name}"`)}<startEvent id="s"/>${task("t", `flowable:assignee="${"$"}{person}" flowable:formKey="${"$"}{${name}}"`)}<endEvent id="e"/>${chain("s", "t", "e")}</subProcess><endEvent id="oe"/>${chain("os", "in", "oe")}`,
      );
    const reported = async (name: string) =>
      (await begin(nested(name), { initiator: "7", people: ["1", "2"], letters: ["a", "b"] }))
        .result()
        .tasks.map(({ assignee, formKey }) => assignee + formKey);
    expect(await reported("letter")).toEqual(["1a", "1b", "2a", "2b"]);
    expect(await reported("person")).toEqual(["aa", "bb", "aa", "bb"]);
  });

  it("has its item in scripts, services and timers, after a wait as well", async () => {
    const inside =
      '<startEvent id="s"/>' +
      '<intermediateCatchEvent id="wait">' +
      timer("timeDuration", "PT${person}H") +
      "</intermediateCatchEvent>" +
      '<scriptTask id="script" flowable:resultVariable="greeting"><script>"for " + person</script></scriptTask>' +
      service("ask", { requestUrl: "https://example.org/hook", requestBody: '{"to":"${person}","text":"${greeting}"}' }) +
      '<endEvent id="e"/>' +
      chain("s", "wait", "script", "ask", "e");
    const instance = await begin(over(loop("people"), inside), { initiator: "7", people: ["1", "2"] });
    expect(instance.result().timers.map(({ due }) => due)).toEqual(["2026-11-24 10:00:00", "2026-11-24 11:00:00"]);
    for (const { executionId } of instance.result().timers) await instance.send({ type: "timer", executionId });
    expect(instance.result().services.map(({ call }) => (call.kind === "http" ? call.body : ""))).toEqual([
      '{"to":"1","text":"for 2"}',
      '{"to":"2","text":"for 2"}',
    ]);
  });
});
