import { describe, expect, it } from "vitest";
import { findingsOf } from "../../../src/process/deployable.ts";
import { ModelSyntaxError, parseModel } from "../../../src/server/domain/flow/engine/source.ts";
import { chain, end, flow, model, start, task, timer } from "./models.ts";

const options = {
  knownNames: new Set(["initiator", "pass", "days"]),
  types: new Map([
    ["initiator", "text"],
    ["days", "number"],
  ] as const),
  services: new Set(["notify"]),
  processKeys: new Set(["Check"]),
  hasMessages: true,
};

const told = async (xml: string): Promise<readonly string[]> =>
  findingsOf(await parseModel(xml), options).map(({ elementId, reason }) => `${elementId}: ${reason[1]}`);

describe("a model can be deployed", () => {
  it("when everything in it runs", async () => {
    const xml = model(
      start +
        task("approve", 'flowable:candidateGroups="auditor" flowable:unknown="kept"') +
        '<exclusiveGateway id="decide" default="no"/><serviceTask id="tell" flowable:expression="${notify}"/><callActivity id="call" calledElement="Check"/>' +
        '<endEvent id="refused"/><textAnnotation id="note"/>' +
        end +
        chain("start", "approve", "decide") +
        flow("yes", "decide", "tell", "${pass && days < 3}") +
        flow("no", "decide", "refused") +
        chain("tell", "call", "end"),
    );
    expect(await told(xml)).toEqual([]);
  });
});

describe("a deployment is refused, with element and reason,", () => {
  const between = (element: string) => model(start + element + end + chain("start", "x", "end"));
  it.each([
    ["a task that asks nobody", between('<userTask id="x" name="Sign"/>'), "x: “Sign” asks nobody"],
    ["an element that does not run", between('<businessRuleTask id="x"/>'), "x: “x” is a businessRuleTask, which does not run here"],
    ["a service that there is not", between('<serviceTask id="x" flowable:class="org.example.Mail"/>'), "x: “x” names no service"],
    ["a script without text", between('<scriptTask id="x"/>'), "x: “x” has no script"],
    ["a process that is not deployed", between('<callActivity id="x" calledElement="Other"/>'), "x: “x” calls the process “Other”"],
    ["an unknown name", between(task("x", 'flowable:assignee="${nobody}"')), "x: ${nobody} reads nobody, which no instance has"],
    [
      "a number compared with a text",
      between(task("x", "flowable:assignee=\"${days + 1 == '3' ? initiator : '7'}\"")),
      "x: days + 1 is a number and cannot be compared with the text '3'",
    ],
    [
      "an id compared with a number",
      between(task("x", 'flowable:assignee="${7 != initiator ? initiator : initiator}"')),
      "x: 7 is a number and cannot be compared with the text initiator",
    ],
    ["a broken expression", between(task("x", 'flowable:assignee="${a +}"')), "x: The expression is wrong"],
    [
      "a function",
      between(task("x", "flowable:assignee=\"${initiator.matches('(a+)+')}\"")),
      "x: An expression cannot use the function matches",
    ],
    [
      "an excessive expression",
      between(task("x", `flowable:assignee="${"$"}{${"1+".repeat(300)}1}"`)),
      "x: The expression is wrong: Exceeded maxAstNodes",
    ],
    [
      "a time that is none",
      between(`<intermediateCatchEvent id="x">${timer("timeDuration", "soon")}</intermediateCatchEvent>`),
      "x: “soon” is no time",
    ],
    [
      "a timer without end",
      between(`<intermediateCatchEvent id="x">${timer("timeCycle", "R/PT1H")}</intermediateCatchEvent>`),
      "x: “x” may repeat 100 times",
    ],
    [
      "an event of another kind",
      between('<intermediateCatchEvent id="x"><conditionalEventDefinition/></intermediateCatchEvent>'),
      "x: “x” cannot be conditionalEventDefinition",
    ],
    ["several without saying who", between(task("x", undefined, "<multiInstanceLoopCharacteristics/>")), "x: “x” runs several times"],
    ["no end", model(start + task("x") + chain("start", "x")), "process: “Process” has no end event"],
    [
      "a part that is never reached",
      model(start + task("x") + task("y") + end + chain("start", "x", "end") + chain("y", "end")),
      "y: “y” cannot be reached",
    ],
    [
      "a part that leads nowhere",
      model(start + task("x") + task("y") + end + chain("start", "x", "end") + chain("x", "y")),
      "y: “y” leads to no end",
    ],
    [
      "a decision without a way for every case",
      model(
        start +
          '<exclusiveGateway id="g"/>' +
          task("x") +
          task("y") +
          end +
          chain("start", "g") +
          flow("a", "g", "x", "${pass}") +
          flow("b", "g", "y", "${!pass}") +
          chain("x", "end") +
          chain("y", "end"),
      ),
      "g: “g” needs a default flow",
    ],
    [
      "a way without a condition",
      model(
        start +
          '<exclusiveGateway id="g" default="b"/>' +
          task("x") +
          task("y") +
          end +
          chain("start", "g") +
          flow("a", "g", "x") +
          flow("b", "g", "y") +
          chain("x", "end") +
          chain("y", "end"),
      ),
      "a: A flow out of “g” has no condition",
    ],
    [
      "no executable process",
      model(start + end + chain("start", "end")).replace('isExecutable="true"', 'isExecutable="false"'),
      "model: The model has no executable process",
    ],
  ])("that has %s", async (_what, xml, expected) => {
    expect((await told(xml)).join("\n")).toContain(expected);
  });

  it("that is broken, with its line", async () => {
    const broken = model(start + end + chain("start", "end"))
      .replaceAll("><", ">\n<")
      .replace("</process>", "</proces>");
    const error = await parseModel(broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelSyntaxError);
    expect(error).toMatchObject({ line: expect.any(Number) });
  });

  it("that refers to what is not there", async () => {
    const error = await parseModel(model(start + end + flow("f", "start", "gone"))).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelSyntaxError);
  });
});
