// What the modeler says and writes: assignments, loops, changes of attributes, completion, problems, texts of both languages.
import { BpmnModdle } from "bpmn-moddle";
import { describe, expect, it } from "vitest";
import { chinese, typeName } from "../../../src/admin/flow/modeler/bpmn-words.ts";
import { completed, wordAt } from "../../../src/admin/flow/modeler/completion.ts";
import { pathOf, variablesOf } from "../../../src/admin/flow/modeler/dry-run.ts";
import {
  changeCondition,
  changeLoop,
  changeReferred,
  changeTask,
  changeTimer,
  loopAttributes,
  referredName,
  taskAttributes,
  timerOf,
  type Change,
  type MakeElement,
} from "../../../src/admin/flow/modeler/model-element.ts";
import { newModel } from "../../../src/admin/flow/modeler/new-model.ts";
import { problemsOf } from "../../../src/admin/flow/modeler/rules.ts";
import { standaloneSvg } from "../../../src/admin/flow/modeler/standalone-svg.ts";
import { texts as english } from "../../../src/admin/i18n/texts/modeler.en.ts";
import { texts as chineseTexts } from "../../../src/admin/i18n/texts/modeler.zh.ts";
import { assignmentOf, attributesOf, type Assignment } from "../../../src/process/assignment.ts";
import { findingsOf, readsIn } from "../../../src/process/deployable.ts";
import { moddleOptions, readForeign } from "../../../src/process/flowable.ts";
import { loopAttributesOf, loopOf, type Loop } from "../../../src/process/loops.ts";
import { scopesOf, type ModelElement } from "../../../src/process/model.ts";
import { parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { chain, end, flow, model, start, task, timer } from "./models.ts";

/** What the package has and its types here leave out. */
interface Writer {
  toXML(root: object, options: object): Promise<{ readonly xml: string }>;
  create(type: string, properties: object): ModelElement;
}

const moddle = readForeign(new BpmnModdle(moddleOptions)) as BpmnModdle & Writer;
const make: MakeElement = (type, properties) => moddle.create(type, properties);

async function opened(xml: string): Promise<ModelElement> {
  return (await moddle.fromXML(xml)).rootElement;
}
const written = async (root: ModelElement): Promise<string> => (await moddle.toXML(root, { format: false })).xml;

function elementIn(root: ModelElement, id: string): ModelElement {
  const all = scopesOf({ root, context: undefined }).flatMap(({ nodes, flows }) => [...nodes, ...flows.map(({ element }) => element)]);
  const found = all.find((element) => element.id === id);
  if (found === undefined) throw new Error(`there is no ${id}`);
  return found;
}

/** As bpmn-js applies them. */
function apply(changes: readonly Change[]): void {
  for (const { element, properties } of changes)
    for (const [name, value] of Object.entries(properties))
      (element as unknown as { set(name: string, value: unknown): void }).set(name, value);
}

const options = {
  variableNames: new Set(["initiator", "deptId", "pass", "days"]),
  processKeys: new Set<string>(),
  hasMessages: false,
};

describe("assignments", () => {
  it("are read from attributes as they are written to them", () => {
    const all: readonly Assignment[] = [
      { kind: "nobody" },
      { kind: "starter" },
      { kind: "head" },
      { kind: "field", name: "taskUser" },
      { kind: "user", ids: ["7"] },
      { kind: "user", ids: ["7", "8"] },
      { kind: "role", ids: ["1", "2"] },
      { kind: "post", ids: ["3"] },
      { kind: "dept", ids: ["4"] },
    ];
    for (const assignment of all) expect(assignmentOf(attributesOf(assignment))).toEqual(assignment);
  });

  it("name groups that each tenant has of its own", () => {
    const groups = { assignee: "", candidateUsers: "", candidateGroups: "post:厂长,post:QA01" };
    expect(assignmentOf(groups)).toEqual({ kind: "named", of: "post", names: ["厂长", "QA01"] });
    expect(attributesOf(assignmentOf(groups))).toEqual(groups);
  });

  it("leave names, mixtures and expressions as they are", () => {
    for (const attributes of [
      { assignee: "", candidateUsers: "", candidateGroups: "admin" },
      { assignee: "", candidateUsers: "", candidateGroups: "role:1,dept:2" },
      { assignee: "${days > 3 ? initiator : taskUser}", candidateUsers: "", candidateGroups: "" },
      { assignee: "7", candidateUsers: "8", candidateGroups: "" },
    ])
      expect(attributesOf(assignmentOf(attributes))).toEqual(attributes);
  });
});

describe("tasks of several people", () => {
  it("are read from attributes as they are written to them", () => {
    const common = { isSequential: true, people: "${taskUser}" };
    const all: readonly Loop[] = [
      { kind: "once" },
      { kind: "all", ...common },
      { kind: "one", ...common, isSequential: false },
      { kind: "share", ...common, percent: 60 },
      { kind: "share", ...common, percent: 66.67 },
      { kind: "share", ...common, percent: 100 },
    ];
    for (const loop of all) expect(loopOf(loopAttributesOf(loop))).toEqual(loop);
  });

  it("are deployable as they are written, and others stay as they are", async () => {
    const root = await opened(model(start + task("ask", "") + end + chain("start", "ask", "end")));
    const ask = elementIn(root, "ask");
    const loop = loopAttributesOf({ kind: "share", isSequential: false, people: "7,8", percent: 50 });
    apply([changeTask(ask, { assignee: "${person}" }), ...changeLoop(ask, loop, make)]);
    const xml = await written(root);
    expect(findingsOf(await parseModel(xml), options)).toEqual([]);
    expect(loopAttributes(elementIn(await opened(xml), "ask"))).toEqual(loop);
    const odd = { isSequential: false, collection: "", elementVariable: "", loopCardinality: "3", completionCondition: "" };
    expect(loopAttributesOf(loopOf(odd))).toEqual(odd);
  });
});

describe("what the panel writes", () => {
  const xml = model(
    start +
      `<userTask id="ask" name="ask" flowable:assignee="7" flowable:skipExpression="\${skip}" xmlns:acme="http://acme.test" acme:colour="red"><extensionElements><acme:more value="1"/></extensionElements></userTask>` +
      `<intermediateCatchEvent id="wait">${timer("timeDuration", "PT2H")}</intermediateCatchEvent>` +
      end +
      chain("start", "ask", "wait") +
      flow("last", "wait", "end"),
  );

  it("touches nothing that others wrote", async () => {
    const root = await opened(xml);
    const untouched = await written(root);
    const ask = elementIn(root, "ask");
    apply([changeTask(ask, { assignee: "8" })]);
    const changed = await written(root);
    expect(changed).toBe(untouched.replace('flowable:assignee="7"', 'flowable:assignee="8"'));
    for (const stored of ['flowable:skipExpression="${skip}"', 'acme:colour="red"', "acme:more"]) expect(changed).toContain(stored);
    apply([changeTask(ask, { assignee: "" })]);
    expect(taskAttributes(ask).assignee).toBe("");
    expect(await written(root)).not.toContain("flowable:assignee");
  });

  it("keeps elements of an engine that nothing here reads, and reads the attributes of related engines", async () => {
    const unread =
      '<flowable:task-candidates-type>all</flowable:task-candidates-type><flowable:unheard a="1"><flowable:deep/></flowable:unheard>';
    const own = await opened(model(start + task("ask", undefined, `<extensionElements>${unread}</extensionElements>`) + end));
    expect(await written(own)).toContain(unread.replace("<flowable:deep/>", "<flowable:deep />"));
    const related = model(start + '<userTask id="ask" camunda:assignee="8"/>' + end).replace(
      "<definitions",
      '<definitions xmlns:camunda="http://camunda.org/schema/1.0/bpmn"',
    );
    expect(taskAttributes(elementIn(await opened(related), "ask")).assignee).toBe("8");
  });

  it("is conditions, times and messages that deployment reads", async () => {
    const root = await opened(xml);
    const wait = elementIn(root, "wait");
    const [definition] = wait["eventDefinitions"] as readonly ModelElement[];
    if (definition === undefined) throw new Error("there is no timer");
    expect(timerOf(definition)).toEqual({ kind: "timeDuration", text: "PT2H" });
    apply([
      changeTimer(definition, { kind: "timeDate", text: "2027-01-01" }, make),
      changeCondition(elementIn(root, "last"), "${days > 3}", make),
    ]);
    const read = await opened(await written(root));
    expect(timerOf((elementIn(read, "wait")["eventDefinitions"] as readonly ModelElement[])[0] ?? read)).toEqual({
      kind: "timeDate",
      text: "2027-01-01",
    });
    expect(readsIn({ root: read, context: undefined })).toContain("days");
    const message = make("bpmn:MessageEventDefinition", {});
    const referred = { type: "bpmn:Message", property: "messageRef" } as const;
    apply(changeReferred({ root, element: message }, referred, "paid", make));
    expect(referredName(message, referred)).toBe("paid");
    const again = make("bpmn:MessageEventDefinition", {});
    apply(changeReferred({ root, element: again }, referred, "paid", make));
    expect(again["messageRef"]).toBe(message["messageRef"]);
  });
});

describe("problems", () => {
  it("are what deployment refuses, in the language of the page, and warnings besides", async () => {
    const xml = model(start + `<userTask id="ask"/>` + end + chain("start", "ask", "end"));
    const refused = findingsOf(await parseModel(xml), options);
    expect(refused).not.toEqual([]);
    for (const [language, index] of [
      ["zh", 0],
      ["en", 1],
    ] as const) {
      const problems = await problemsOf(await opened(xml), options, language);
      expect(problems.filter(({ isError }) => isError).map(({ sentence }) => sentence)).toEqual(refused.map(({ reason }) => reason[index]));
      expect(problems.filter(({ isError }) => !isError)).toHaveLength(1);
    }
  });

  it("are none of a model that is deployed; a new one lacks only what is not drawn yet", async () => {
    const xml = model(start + task("ask") + end + chain("start", "ask", "end"));
    expect(await problemsOf(await opened(xml), options, "zh")).toEqual([]);
    const fresh = await problemsOf(await opened(newModel("Fresh", 'A "B" <C>')), options, "en");
    expect(fresh.map(({ sentence }) => sentence)).toEqual([expect.stringContaining("has no end event")]);
  });
});

describe("completion", () => {
  it("finds the name at the caret and puts it inside of an expression", () => {
    expect(wordAt("${days > pa", 11)).toBe("pa");
    expect(completed("${days > pa}", 11, "pass")).toBe("${days > pass}");
    expect(completed("pa", 2, "pass")).toBe("${pass}");
    expect(completed("${days} da", 10, "days")).toBe("${days} ${days}");
    expect(completed("da + 1", 2, "days", true)).toBe("days + 1");
  });
});

describe("a dry run", () => {
  it("sends numbers as numbers and leaves out what is empty", () => {
    expect(variablesOf({ days: "3.5", reason: "年假", note: " " }, new Set(["days"]))).toEqual({ days: 3.5, reason: "年假" });
  });

  it("marks what was passed, where it stands, and where it failed", () => {
    const stop = { kind: "task", elementId: "ask", place: 0, name: "", people: [], due: "", of: "" } as const;
    const round = { stops: [stop], path: ["start", "f", "ask"], answer: undefined };
    expect([...pathOf({ outcome: "running", isApproved: false, error: "", rounds: [round] })]).toEqual([
      ["start", "done"],
      ["f", "done"],
      ["ask", "current"],
    ]);
    expect(pathOf({ outcome: "failed", isApproved: false, error: "x", rounds: [{ ...round, stops: [] }] }).get("ask")).toBe("failed");
  });
});

describe("texts", () => {
  const keysOf = (texts: object, path = ""): readonly string[] =>
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === "object" && value !== null ? keysOf(value, `${path}${name}.`) : [path + name],
    );

  it("of the modeler are the same in both languages, with the same values in them", () => {
    expect(keysOf(english)).toEqual(keysOf(chineseTexts));
    const holes = (texts: object) => JSON.stringify(texts).match(/\{\{\w+\}\}/gu);
    expect(holes(english)).toEqual(holes(chineseTexts));
  });

  it("of bpmn-js are Chinese, with what they have to say in them", () => {
    for (const [text, translated] of Object.entries(chinese)) {
      expect(translated).toMatch(/\p{Script=Han}/u);
      expect(translated.match(/\{\w+\}/gu)).toEqual(text.match(/\{\w+\}/gu));
    }
    expect([typeName("bpmn:UserTask", "zh"), typeName("bpmn:UserTask", "en")]).toEqual(["用户任务", "User task"]);
  });
});

describe("a picture for outside", () => {
  it("has no variables of the page", () => {
    expect(standaloneSvg('<rect style="fill: var(--tm-surface); stroke: var(--other)"/>')).toBe(
      '<rect style="fill: #ffffff; stroke: currentColor"/>',
    );
  });
});
