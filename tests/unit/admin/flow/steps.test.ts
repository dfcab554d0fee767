// What the steps of an instance mark in its drawing, and what is told of them.
import { describe, expect, it } from "vitest";
import { diagramOf } from "../../../../src/admin/flow/diagram/diagram-of.ts";
import { setEnds, type FlowElement } from "../../../../src/admin/flow/diagram/flow-ends.ts";
import { marksOf, processViewOf, progressOf, visibleSteps } from "../../../../src/admin/flow/diagram/steps.ts";

const step = (historyActivityId: string, historyActivityType: string, endTime = "") => ({
  historyActivityId,
  historyActivityType,
  endTime,
  historyActivityName: historyActivityId,
});
const stepsOf = (...flow: readonly object[]) => processViewOf({ xml: "<definitions/>", flow }).steps;

describe("the marks of a drawing", () => {
  it("are done for what has ended and current for what goes on", () => {
    const steps = stepsOf(
      step("start", "startEvent", "2025-03-12 16:20:00"),
      step("f1", "sequenceFlow", "2025-03-12 16:20:00"),
      step("approve", "userTask"),
    );
    expect([...marksOf(steps)]).toEqual([
      ["start", "done"],
      ["f1", "done"],
      ["approve", "current"],
    ]);
    expect(progressOf(steps)).toBe("running");
  });

  it("stay current for a node that one of several people is still at, and become so again after a loop", () => {
    expect(marksOf(stepsOf(step("sign", "userTask"), step("sign", "userTask", "2025-03-12 16:30:00"))).get("sign")).toBe("current");
    expect(
      marksOf(
        stepsOf(
          step("sign", "userTask", "2025-03-12 16:30:00"),
          step("back", "exclusiveGateway", "2025-03-12 16:30:00"),
          step("sign", "userTask"),
        ),
      ).get("sign"),
    ).toBe("current");
  });

  it("are none for candidates, who are no nodes, and for a definition", () => {
    expect(marksOf(stepsOf(step("approve", "candidate"), step("", "userTask"))).size).toBe(0);
    expect(marksOf([]).size).toBe(0);
    expect(progressOf([])).toBe("none");
  });
});

it("an instance has ended when its last step is the end event, and not because one came before", () => {
  expect(progressOf(stepsOf(step("start", "startEvent", "x"), step("end", "endEvent", "x")))).toBe("ended");
  expect(progressOf(stepsOf(step("end1", "endEvent", "x"), step("approve", "userTask")))).toBe("running");
});

it("lines are drawn but not told", () => {
  expect(
    visibleSteps(stepsOf(step("start", "startEvent", "x"), step("f1", "sequenceFlow", "x"), step("approve", "userTask"))).map(
      ({ name }) => name,
    ),
  ).toEqual(["start", "approve"]);
});

it("an answer that is none is an empty drawing", () => {
  for (const data of [null, {}, [], "text"]) expect(processViewOf(data)).toEqual({ xml: "", steps: [] });
});

it("an instance is asked for before its definition, and nothing is asked for without either", () => {
  expect(diagramOf({ processInstanceId: "i", processDefinitionId: "d" })).toEqual({ processInstanceId: "i" });
  expect(diagramOf({ processInstanceId: null, processDefinitionId: "d" })).toEqual({ processDefinitionId: "d" });
  expect(diagramOf({ processInstanceId: "" })).toBeUndefined();
});

it("nodes are told their arrows once, also inside of a process within a process", () => {
  const node = ($type: string, more: object = {}) => {
    const ends: Record<string, FlowElement[]> = { incoming: [], outgoing: [] };
    return { $type, get: (name: string) => ends[name] ?? [], ...more };
  };
  const [from, to] = [node("bpmn:StartEvent"), node("bpmn:EndEvent")];
  const arrow = node("bpmn:SequenceFlow", { sourceRef: from, targetRef: to });
  const definitions = node("bpmn:Definitions", {
    rootElements: [node("bpmn:Process", { flowElements: [node("bpmn:SubProcess", { flowElements: [from, arrow, to] })] })],
  });
  setEnds(definitions);
  setEnds(definitions);
  expect([from.get("outgoing"), from.get("incoming"), to.get("incoming"), to.get("outgoing")]).toEqual([[arrow], [], [arrow], []]);
});
