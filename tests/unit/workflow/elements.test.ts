// Each element that docs/workflow.md says runs, on the engine itself.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findingsOf, runningElements } from "../../../src/process/deployable.ts";
import type { Command, RunResult } from "../../../src/server/domain/flow/engine/instance.ts";
import { runInstance } from "../../../src/server/domain/flow/engine/run.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { sourceOf } from "../../../src/server/domain/flow/engine/source.ts";
import { chain, end, flow, model, service, start, task, timer } from "./models.ts";

const now = "2026-11-24 09:00:00";

/** What happens to an instance: a task is completed, a timer comes, a message arrives, a service or a called process answers. */
type ProcessEvent =
  | { readonly done: string; readonly with?: Readonly<Record<string, unknown>> }
  | { readonly due: string }
  | { readonly message: string }
  | { readonly answered: string }
  | { readonly failed: string; readonly code: string }
  | { readonly returned: string };

interface Case {
  readonly element: string;
  readonly xml: string;
  /** In turn: what it waits for, then what happens. */
  readonly goes: readonly (string | ProcessEvent)[];
}

const message = '<message id="paid" name="paid"/>';
const error = '<error id="refused" name="Refused" errorCode="refused"/>';
const byMessage = '<messageEventDefinition messageRef="paid"/>';
const byError = '<errorEventDefinition errorRef="refused"/>';
const between = (element: string, id = "x") => start + element + task("after") + end + chain("start", id, "after", "end");
const boundary = (event: string, attributes = "") =>
  start +
  task("a") +
  `<boundaryEvent id="edge" attachedToRef="a" ${attributes}>${event}</boundaryEvent>` +
  task("instead") +
  end +
  chain("start", "a", "end") +
  chain("edge", "instead") +
  flow("i_end", "instead", "end");
const fork = (gateway: string, join: string) =>
  start +
  gateway +
  task("a") +
  task("b") +
  join +
  task("after") +
  end +
  chain("start", "fork") +
  flow("toA", "fork", "a", gateway.includes("parallel") ? undefined : "${days > 3}") +
  flow("toB", "fork", "b", gateway.includes("parallel") ? undefined : "${days > 1}") +
  (gateway.includes("parallel") ? "" : flow("else", "fork", "join")) +
  chain("a", "join") +
  chain("b", "join", "after", "end");
const signed = (loop: string) => between(task("x", 'flowable:assignee="${person}"', loop));
const loop = (condition: string, attributes = "") =>
  `<multiInstanceLoopCharacteristics ${attributes} flowable:collection="\${people}" flowable:elementVariable="person">${condition === "" ? "" : `<completionCondition>${condition}</completionCondition>`}</multiInstanceLoopCharacteristics>`;

const cases: readonly Case[] = [
  { element: "startEvent", xml: model(start + task("a") + end + chain("start", "a", "end")), goes: ["a", { done: "a" }, "ended"] },
  {
    element: "startEvent/timer",
    xml: model(`<startEvent id="start">${timer("timeDuration", "PT2H")}</startEvent>` + task("a") + end + chain("start", "a", "end")),
    goes: ["start at 2026-11-24 11:00:00", { due: "start" }, "a"],
  },
  {
    element: "startEvent/message",
    xml: model(`<startEvent id="start">${byMessage}</startEvent>` + task("a") + end + chain("start", "a", "end"), message),
    goes: ["a", { done: "a" }, "ended"],
  },
  { element: "endEvent", xml: model(between('<manualTask id="x"/>')), goes: ["after", { done: "after" }, "ended"] },
  {
    element: "endEvent/terminate",
    xml: model(
      start +
        '<parallelGateway id="fork"/>' +
        task("a") +
        task("b") +
        '<endEvent id="stop"><terminateEventDefinition/></endEvent>' +
        end +
        chain("start", "fork", "a", "stop") +
        chain("fork", "b", "end"),
    ),
    goes: ["a, b", { done: "a" }, "ended"],
  },
  {
    element: "endEvent/error",
    xml: model(start + task("a") + `<endEvent id="bad">${byError}</endEvent>` + chain("start", "a", "bad"), error),
    goes: ["a", { done: "a" }, "failed refused"],
  },
  {
    element: "endEvent/message",
    xml: model(start + task("a") + `<endEvent id="tell">${byMessage}</endEvent>` + chain("start", "a", "tell"), message),
    goes: ["a", { done: "a" }, "ended, sent paid"],
  },
  {
    element: "intermediateCatchEvent/timer",
    xml: model(between(`<intermediateCatchEvent id="x">${timer("timeDate", "2026-12-01T09:00:00")}</intermediateCatchEvent>`)),
    goes: ["x at 2026-12-01 09:00:00", { due: "x" }, "after"],
  },
  {
    element: "intermediateCatchEvent/message",
    xml: model(between(`<intermediateCatchEvent id="x">${byMessage}</intermediateCatchEvent>`), message),
    goes: ["message paid", { message: "paid" }, "after"],
  },
  { element: "intermediateThrowEvent", xml: model(between('<intermediateThrowEvent id="x"/>')), goes: ["after"] },
  {
    element: "intermediateThrowEvent/message",
    xml: model(between(`<intermediateThrowEvent id="x">${byMessage}</intermediateThrowEvent>`), message),
    goes: ["after, sent paid"],
  },
  {
    element: "boundaryEvent/timer",
    xml: model(boundary(timer("timeDuration", "P1D"), 'cancelActivity="false"')),
    goes: ["a, edge at 2026-11-25 09:00:00", { due: "edge" }, "a, instead", { done: "a" }, "instead"],
  },
  {
    element: "boundaryEvent/message",
    xml: model(boundary(byMessage), message),
    goes: ["a, message paid", { message: "paid" }, "instead"],
  },
  {
    element: "boundaryEvent/error",
    xml: model(
      start +
        service("x", { requestUrl: "https://example.org" }) +
        `<boundaryEvent id="edge" attachedToRef="x">${byError}</boundaryEvent>` +
        task("repair") +
        task("after") +
        end +
        chain("start", "x", "after", "end") +
        chain("edge", "repair") +
        flow("r_end", "repair", "end"),
      error,
    ),
    goes: ["service x", { failed: "x", code: "refused" }, "repair"],
  },
  { element: "task", xml: model(between('<task id="x"/>')), goes: ["after"] },
  { element: "userTask", xml: model(between(task("x"))), goes: ["x", { done: "x" }, "after"] },
  {
    element: "serviceTask",
    xml: model(between(service("x", { requestUrl: "https://example.org" }))),
    goes: ["service x", { answered: "x" }, "after"],
  },
  {
    element: "sendTask",
    xml: model(between(service("x", { requestUrl: "https://example.org" }).replaceAll("serviceTask", "sendTask"))),
    goes: ["service x", { answered: "x" }, "after"],
  },
  {
    element: "scriptTask",
    xml: model(
      start +
        '<scriptTask id="x" scriptFormat="expression" flowable:resultVariable="weeks"><script>${days / 2}</script></scriptTask>' +
        '<exclusiveGateway id="long" default="no"/>' +
        task("after") +
        end +
        chain("start", "x", "long") +
        flow("yes", "long", "after", "${weeks == 2}") +
        flow("no", "long", "end") +
        flow("a_end", "after", "end"),
    ),
    goes: ["after"],
  },
  { element: "manualTask", xml: model(between('<manualTask id="x"/>')), goes: ["after"] },
  {
    element: "receiveTask",
    xml: model(between('<receiveTask id="x" messageRef="paid"/>'), message),
    goes: ["message paid", { message: "paid" }, "after"],
  },
  {
    element: "callActivity",
    xml: model(between('<callActivity id="x" calledElement="Check"/>')),
    goes: ["call Check", { returned: "x" }, "after"],
  },
  {
    element: "subProcess",
    xml: model(
      between(`<subProcess id="x"><startEvent id="s"/>${task("inner")}<endEvent id="e"/>${chain("s", "inner", "e")}</subProcess>`),
    ),
    goes: ["inner", { done: "inner" }, "after"],
  },
  {
    element: "exclusiveGateway",
    xml: model(fork('<exclusiveGateway id="fork" default="else"/>', '<exclusiveGateway id="join"/>')),
    goes: ["a", { done: "a" }, "after"],
  },
  {
    element: "inclusiveGateway",
    xml: model(fork('<inclusiveGateway id="fork" default="else"/>', '<inclusiveGateway id="join"/>')),
    goes: ["a, b", { done: "a" }, "b", { done: "b" }, "after"],
  },
  {
    element: "parallelGateway",
    xml: model(fork('<parallelGateway id="fork"/>', '<parallelGateway id="join"/>')),
    goes: ["a, b", { done: "b" }, "a", { done: "a" }, "after"],
  },
  {
    element: "eventBasedGateway",
    xml: model(
      start +
        '<eventBasedGateway id="wait"/>' +
        `<intermediateCatchEvent id="came">${byMessage}</intermediateCatchEvent>` +
        `<intermediateCatchEvent id="late">${timer("timeDuration", "P1D")}</intermediateCatchEvent>` +
        task("ship") +
        task("remind") +
        end +
        chain("start", "wait", "came", "ship", "end") +
        chain("wait", "late", "remind") +
        flow("r_end", "remind", "end"),
      message,
    ),
    goes: ["late at 2026-11-25 09:00:00, message paid", { due: "late" }, "remind"],
  },
  {
    element: "sequenceFlow/condition",
    xml: model(
      start +
        task("decide") +
        '<exclusiveGateway id="gate" default="no"/>' +
        task("after") +
        end +
        chain("start", "decide", "gate") +
        flow("yes", "gate", "after", "${pass && days > 3}") +
        flow("no", "gate", "end") +
        flow("a_end", "after", "end"),
    ),
    goes: ["decide", { done: "decide", with: { pass: true } }, "after"],
  },
  {
    element: "sequenceFlow/default",
    xml: model(
      start +
        task("decide") +
        '<exclusiveGateway id="gate" default="no"/>' +
        task("after") +
        end +
        chain("start", "decide", "gate") +
        flow("yes", "gate", "after", "${pass && days > 3}") +
        flow("no", "gate", "end") +
        flow("a_end", "after", "end"),
    ),
    goes: ["decide", { done: "decide", with: { pass: false } }, "ended"],
  },
  { element: "several/all", xml: model(signed(loop(""))), goes: ["x, x", { done: "x" }, "x", { done: "x" }, "after"] },
  { element: "several/one", xml: model(signed(loop("${nrOfCompletedInstances >= 1}"))), goes: ["x, x", { done: "x" }, "after"] },
  {
    element: "several/share",
    xml: model(signed(loop("${nrOfApprovals / nrOfInstances >= 0.5}"))),
    goes: ["x, x", { done: "x", with: { pass: true } }, "after"],
  },
  {
    element: "several/in turn",
    xml: model(signed(loop("", 'isSequential="true"'))),
    goes: ["x", { done: "x" }, "x", { done: "x" }, "after"],
  },
];

/** What an instance has come to, in a line. */
function standing({ outcome, error: failure, tasks, timers, messages, services, calls, sent }: RunResult): string {
  const waits = [
    ...tasks.map(({ elementId }) => elementId).toSorted(),
    ...timers.map(({ elementId, due }) => `${elementId} at ${due}`),
    ...messages.map(({ message: name }) => `message ${name}`),
    ...services.map(({ elementId }) => `service ${elementId}`),
    ...calls.map(({ processKey }) => `call ${processKey}`),
  ];
  const state = outcome === "running" ? waits.join(", ") : outcome === "failed" ? `failed ${failure?.code ?? ""}` : outcome;
  return sent.length === 0 ? state : `${state}, sent ${sent.join(", ")}`;
}

function commandOf(event: ProcessEvent, result: RunResult): Command {
  const waiting = [...result.tasks, ...result.timers, ...result.services, ...result.calls];
  const executionOf = (elementId: string): string => {
    const found = waiting.find((one) => one.elementId === elementId);
    if (found === undefined) throw new Error(`nothing waits at ${elementId}`);
    return found.executionId;
  };
  if ("done" in event) return { type: "complete", executionId: executionOf(event.done), variables: event.with ?? {} };
  if ("due" in event) return { type: "timer", executionId: executionOf(event.due) };
  if ("message" in event) return { type: "message", name: event.message, variables: {} };
  if ("answered" in event) return { type: "served", executionId: executionOf(event.answered), variables: {} };
  if ("returned" in event) return { type: "returned", executionId: executionOf(event.returned), variables: {} };
  return { type: "failed", executionId: executionOf(event.failed), code: event.code, sentence: "refused" };
}

describe("an element that runs", () => {
  it.each(cases)("$element", async ({ xml, goes }) => {
    const parsed = await parseModel(xml);
    const existing = {
      variableNames: new Set(["initiator", "pass", "days", "people"]),
      processKeys: new Set(["Check"]),
      hasMessages: true,
    };
    expect(findingsOf(parsed, existing)).toEqual([]);
    const source = sourceOf(parsed);
    let result = await runInstance(source, undefined, { type: "start", variables: { initiator: "7", days: 4, people: ["1", "2"] } }, now);
    const stood: string[] = [];
    for (const one of goes) {
      if (typeof one === "string") stood.push(standing(result));
      // Between two calls the state is JSON in the database.
      else result = await runInstance(source, JSON.parse(JSON.stringify(result.state)), commandOf(one, result), now);
    }
    expect(stood).toEqual(goes.filter((one) => typeof one === "string"));
  });

  it("asks each of a variable that is named bare, as Flowable reads it, and that the decision before has given", async () => {
    const before = task("choose", undefined, '<extensionElements><flowable:formProperty id="chosen" type="string"/></extensionElements>');
    const each = task(
      "x",
      'flowable:assignee="${person}"',
      '<multiInstanceLoopCharacteristics flowable:collection="chosen" flowable:elementVariable="person"/>',
    );
    const parsed = await parseModel(model(start + before + each + end + chain("start", "choose", "x", "end")));
    expect(findingsOf(parsed, { variableNames: new Set(["initiator"]), processKeys: new Set(), hasMessages: true })).toEqual([]);
    const source = sourceOf(parsed);
    const started = await runInstance(source, undefined, { type: "start", variables: { initiator: "7" } }, now);
    const executionId = started.tasks[0]?.executionId ?? "";
    const requested = await runInstance(
      source,
      JSON.parse(JSON.stringify(started.state)),
      { type: "complete", executionId, variables: { chosen: ["21", "22"] } },
      now,
    );
    expect(requested.tasks.map(({ assignee }) => assignee)).toEqual(["21", "22"]);
  });

  it("has its case here, and its line in the documentation", () => {
    const extra = ["sequenceFlow/condition", "sequenceFlow/default", "several/all", "several/one", "several/share", "several/in turn"];
    const tried = cases.map(({ element }) => element).toSorted();
    expect(tried).toEqual([...runningElements, ...extra].toSorted());
    const documented = [...readFileSync("docs/workflow.md", "utf8").matchAll(/^\| (`[^|]+`) \|/gmu)].flatMap(([, cell = ""]) =>
      cell.split(", "),
    );
    expect(tried.filter((element) => !documented.includes(`\`${element}\``))).toEqual([]);
  });
});
