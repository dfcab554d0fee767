import { readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, Visitor, type ESTree } from "vite";
import { describe, expect, it } from "vitest";
import { findingsOf } from "../../../src/process/deployable.ts";
import { ModelSyntaxError, parseModel } from "../../../src/server/domain/flow/engine/parse.ts";
import { chain, end, flow, model, notice, service, start, task, timer } from "./models.ts";

const address = { requestUrl: "https://example.org/hook" };

const options = {
  variableNames: new Set(["initiator", "pass", "days"]),
  types: new Map([
    ["initiator", "text"],
    ["days", "number"],
  ] as const),
  processKeys: new Set(["Check"]),
  hasMessages: true,
};

const reported = async (xml: string): Promise<readonly string[]> =>
  findingsOf(await parseModel(xml), options).map(({ elementId, reason }) => `${elementId}: ${reason[1]}`);

const parsedFindings = async (xml: string) => findingsOf(await parseModel(xml), options);

/** The sentences in both languages that a function is called with in a source file, as patterns: anything stands for what they are filled with. */
function sentencesOf(name: string, file: string): readonly (readonly RegExp[])[] {
  const found: RegExp[][] = [];
  const patternOf = (node: ESTree.Node): RegExp | undefined => {
    const parts =
      node.type === "TemplateLiteral"
        ? node.quasis.map(({ value }) => value.cooked ?? "")
        : node.type === "Literal"
          ? [String(node.value)]
          : undefined;
    return parts && new RegExp(`^${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&")).join("[^]*")}$`, "u");
  };
  new Visitor({
    CallExpression: ({ callee, arguments: given }) => {
      if (callee.type !== "Identifier" || callee.name !== name) return;
      const patterns = given.slice(1).map(patternOf);
      if (patterns.length === 2 && patterns.every((one) => one !== undefined)) found.push(patterns);
    },
  }).visit(parseSync(file, readFileSync(path.resolve(import.meta.dirname, "../../..", file), "utf8")).program);
  return found;
}

describe("a model can be deployed", () => {
  it("when everything in it runs", async () => {
    const xml = model(
      start +
        task("approve", 'flowable:candidateGroups="auditor" flowable:unknown="kept"') +
        '<exclusiveGateway id="decide" default="no"/>' +
        service("ask", { requestUrl: "https://example.org/hook", requestBody: '{"days":"${days}"}', responseVariableName: "limit" }) +
        service("tell", { to: "${initiator},role:auditor", text: "${limit.of} of ${days}" }, notice) +
        '<callActivity id="call" calledElement="Check"/>' +
        '<endEvent id="refused"/><textAnnotation id="note"/>' +
        end +
        chain("start", "approve", "decide") +
        flow("yes", "decide", "ask", "${pass && days < 3}") +
        flow("no", "decide", "refused") +
        chain("ask", "tell", "call", "end"),
    );
    expect(await reported(xml)).toEqual([]);
  });
});

describe("the item of a loop", () => {
  const over = (attributes: string, name: string, after = "initiator") =>
    model(
      start +
        `<subProcess id="sub"><multiInstanceLoopCharacteristics flowable:collection="1,2" ${attributes}/><startEvent id="s"/>${task("inner", `flowable:assignee="${"$"}{${name}}"`)}<endEvent id="e"/>${chain("s", "inner", "e")}</subProcess>` +
        task("after", `flowable:assignee="${"$"}{${after}}"`) +
        end +
        chain("start", "sub", "after", "end"),
    );

  it("is there for all that stands in its sub-process, and which run it is", async () => {
    expect(await reported(over('flowable:elementVariable="person"', "person"))).toEqual([]);
    expect(await reported(over("", "item"))).toEqual([]);
    expect(await reported(over("", "string(loopCounter)"))).toEqual([]);
  });

  it("is there under its name alone", async () => {
    expect(await reported(over('flowable:elementVariable="person"', "item"))).toEqual(["inner: ${item} reads item, which no instance has"]);
  });

  it("is not there behind it", async () => {
    expect(await reported(over('flowable:elementVariable="person"', "person", "person"))).toEqual([
      "after: ${person} reads person, which no instance has",
    ]);
    expect(await reported(over("", "item", "string(loopCounter)"))).toEqual([
      "after: ${string(loopCounter)} reads loopCounter, which no instance has",
    ]);
  });

  it("is not there for whom its own loop asks", async () => {
    const loop = '<multiInstanceLoopCharacteristics flowable:collection="${person}" flowable:elementVariable="person"/>';
    const xml = model(start + task("x", 'flowable:assignee="${person}"', loop) + end + chain("start", "x", "end"));
    expect(await reported(xml)).toEqual(["x: ${person} reads person, which no instance has"]);
  });

  it("is of another type than the field whose name it has", async () => {
    expect(await reported(over('flowable:elementVariable="days"', "days == '1' ? initiator : '7'"))).toEqual([]);
  });
});

it("a model may ask several by ids, groups and expressions, in one list", async () => {
  for (const collection of ["7，8;9", "initiator", "${initiator},7", "role:auditor,dept:销售部", "head:7"]) {
    const loop = `<multiInstanceLoopCharacteristics flowable:collection="${collection}"/>`;
    const xml = model(start + task("x", 'flowable:assignee="${item}"', loop) + end + chain("start", "x", "end"));
    expect(await reported(xml), collection).toEqual([]);
  }
});

describe("a deployment is refused, with element and reason,", () => {
  const between = (element: string) => model(start + element + end + chain("start", "x", "end"));
  const cardinality = (count: string, attributes = "") =>
    `<multiInstanceLoopCharacteristics ${attributes}><loopCardinality>${count}</loopCardinality></multiInstanceLoopCharacteristics>`;
  const several = (collection: string) =>
    task(
      "x",
      'flowable:assignee="${person}"',
      `<multiInstanceLoopCharacteristics flowable:collection="${collection}" flowable:elementVariable="person"/>`,
    );
  const withMessage = (xml: string) => xml.replace("<process", '<message id="m" name="hello"/><process');
  const catching = (inside: string) => between(`<intermediateCatchEvent id="x">${inside}</intermediateCatchEvent>`);
  type Refused = readonly [what: string, xml: string, expected: string];
  const refused: readonly Refused[] = [
    ["a task that asks nobody", between('<userTask id="x" name="Sign"/>'), "x: “Sign” asks nobody"],
    ["an element that does not run", between('<businessRuleTask id="x"/>'), "x: “x” is a businessRuleTask, which does not run here"],
    [
      "a service that there is not",
      between('<serviceTask id="x" flowable:class="org.example.Mail"/>'),
      "x: “x”: names the service org.example.Mail",
    ],
    ["no service", between('<sendTask id="x"/>'), "x: “x”: names no service"],
    [
      "a mail",
      between('<serviceTask id="x" flowable:type="mail"/>'),
      'x: “x”: flowable:type="mail" is not supported; there are http and notice',
    ],
    ["a call without address", between(service("x", {})), "x: “x”: requestUrl is missing"],
    [
      "a call by another method",
      between(service("x", { ...address, requestMethod: "DELETE" })),
      "x: “x”: only POST is supported, not DELETE",
    ],
    [
      "headers, which might hold a secret",
      between(service("x", { ...address, requestHeaders: "Authorization: x" })),
      "x: “x”: requestHeaders is not supported: a model keeps no secrets",
    ],
    [
      "a field that nothing reads",
      between(service("x", { ...address, requestTimeout: "1" })),
      "x: “x”: the field requestTimeout is not supported",
    ],
    [
      "a password in an address",
      between(service("x", { requestUrl: "https://a:b@example.org" })),
      "x: “x”: requestUrl must not contain an account or a password",
    ],
    ["another protocol", between(service("x", { requestUrl: "file:///etc/passwd" })), "x: “x”: requestUrl must be called by https"],
    ["an address made of values", between(service("x", { requestUrl: "https://${pass}/" })), "x: “x”: requestUrl cannot hold expressions"],
    [
      "a body that is no object",
      between(service("x", { ...address, requestBody: "${days}" })),
      "x: “x”: requestBody must be a JSON object",
    ],
    ["a body with an unknown name", between(service("x", { ...address, requestBody: '{"a":["${nobody}"]}' })), "x: ${nobody} reads nobody"],
    [
      "an answer over a field",
      between(service("x", { ...address, responseVariableName: "days" })),
      "x: “x”: responseVariableName “days” would overwrite",
    ],
    ["a status that is none", between(service("x", { ...address, handleStatusCodes: "404, x" })), "x: “x”: handleStatusCodes names “X”"],
    ["a notice to nobody", between(service("x", { text: "hello" }, notice)), "x: “x”: to is missing"],
    [
      "a service several times",
      between(
        service("x", address).replace(
          "</serviceTask>",
          "<multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></serviceTask>",
        ),
      ),
      "x: “x”: a service task cannot run several times",
    ],
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
      "x: “soon” is not a time",
    ],
    ["a due time that no clock shows", between(task("x", 'flowable:assignee="7" flowable:dueDate="P9999Y"')), "x: “P9999Y” is after"],
    ["a due time of no day", between(task("x", 'flowable:assignee="7" flowable:dueDate="2027-02-30"')), "x: “2027-02-30” is not a time"],
    [
      "a timer that no clock shows",
      between(`<intermediateCatchEvent id="x">${timer("timeDuration", "P99999Y")}</intermediateCatchEvent>`),
      "x: “P99999Y” is after the year 9999",
    ],
    [
      "a time that is blank",
      between(`<intermediateCatchEvent id="x">${timer("timeDate", "\n ")}</intermediateCatchEvent>`),
      "x: “x” needs one time",
    ],
    [
      "a long name",
      between(`<userTask id="x" name="${"n".repeat(300)}" flowable:assignee="7"/>`),
      "x: its name is longer than 255 characters",
    ],
    [
      "a long id",
      model(start + `<manualTask id="${"x".repeat(300)}"/>` + end + chain("start", "x".repeat(300), "end")),
      "its id is longer than 200",
    ],
    [
      "a long form key",
      between(task("x", `flowable:assignee="7" flowable:formKey="${"f".repeat(400)}"`)),
      "x: its formKey is longer than 255",
    ],
    ["a zero byte in a name", between('<userTask id="x" name="a&#0;b" flowable:assignee="7"/>'), "x: its name contains a character"],
    ["half of a character", between('<userTask id="x" name="a&#xD800;b" flowable:assignee="7"/>'), "x: its name contains a character"],
    [
      "a default that leads out of another element",
      model(
        start +
          '<exclusiveGateway id="g" default="x_end"/>' +
          task("x") +
          end +
          chain("start", "g") +
          flow("a", "g", "x", "${pass}") +
          flow("b", "g", "end", "${!pass}") +
          chain("x", "end"),
      ),
      "g: the default flow “x_end” of “g” does not lead out of it",
    ],
    [
      "a way round that never waits",
      model(
        start +
          '<manualTask id="x"/><exclusiveGateway id="g" default="back"/>' +
          end +
          chain("start", "x", "g") +
          flow("on", "g", "end", "${pass}") +
          flow("back", "g", "x"),
      ),
      "x: a way round through “x” has no step that waits, and would never end",
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
    [
      "a script that is no expression",
      between('<scriptTask id="x"><script>while(true){}; process.exit(1)</script></scriptTask>'),
      "x: The expression is wrong",
    ],
    ["braces in an expression", between(task("x", 'flowable:assignee="${initiator + {}}"')), "has braces in it"],
    [
      "a condition that is text",
      model(
        start +
          '<exclusiveGateway id="g" default="b"/>' +
          end +
          chain("start", "g") +
          flow("a", "g", "end", "days > 3") +
          flow("b", "g", "end"),
      ),
      "a: “days > 3” must be one expression",
    ],
    ["several of a variable that nothing sets", between(several("people")), "x: ${people} reads people, which no instance has"],
    ...["0", "three", "-1", "２", "3000", "201", "3.7", "1e2"].map((count): Refused => [
      `${count} runs`,
      between(task("x", undefined, cardinality(count))),
      `x: “${count}” is not a number of runs: enter a whole number from 1 to 200`,
    ]),
    ["0 runs in turn", between(task("x", undefined, cardinality("0", 'isSequential="true"'))), "x: “0” is not a number of runs"],
    ["0 runs of a sub-process", between(`<subProcess id="x">${cardinality("0")}</subProcess>`), "x: “0” is not a number of runs"],
    ["runs whose number is blank", between(task("x", undefined, cardinality("\n  "))), "x: “x” runs several times, but says neither"],
    ...["人员", "people,others", "kermit-x", "$people", "[a,b]", "7，张伟"].map((collection): Refused => [
      `the collection ${collection}`,
      between(several(collection)),
      `of the collection “${collection}” is neither the id of a person nor a variable or an expression, such as \${people}`,
    ]),
    ["a collection of a member that is not there", between(several("data.people")), "x: ${data.people} reads data, which no instance has"],
    ["too many people", between(several(Array.from({ length: 201 }, (_, at) => at).join())), "x: A task asks 200 people at most"],
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
          flow("b", "g", "y", "${days > 3}") +
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
      "an event that is described elsewhere",
      catching("<eventDefinitionRef>t</eventDefinitionRef>").replace(
        "<process",
        `<timerEventDefinition id="t"><timeDuration>PT1H</timeDuration></timerEventDefinition><process`,
      ),
      "x: “x” refers to an event definition elsewhere",
    ],
    [
      "an event for several reasons",
      catching(timer("timeDuration", "PT1H") + timer("timeDuration", "PT2H")),
      "x: “x” has more than one event definition",
    ],
    [
      "a message that starts a part",
      withMessage(
        between(
          `<subProcess id="x"><startEvent id="s"><messageEventDefinition messageRef="m"/></startEvent><endEvent id="e"/>${chain("s", "e")}</subProcess>`,
        ),
      ),
      "s: “s” stands in a sub-process, which no message starts",
    ],
    ["an event of no message", catching("<messageEventDefinition/>"), "x: “x” names no message"],
    ["a task of no message", between('<receiveTask id="x"/>'), "x: “x” names no message"],
    ["a call of nothing", between('<callActivity id="x"/>'), "x: “x” names no process that it calls"],
    [
      "a condition behind a parallel gateway",
      model(start + '<parallelGateway id="g"/>' + end + chain("start", "g") + flow("a", "g", "end", "${pass}")),
      "a: A flow out of the parallel gateway “g” cannot have a condition",
    ],
    [
      "a race of nothing",
      between('<eventBasedGateway id="x"/>'),
      "x_end: Behind the event-based gateway “x” there must be events that wait",
    ],
    [
      "two starts",
      model(start + '<startEvent id="other"/>' + end + chain("start", "end") + chain("other", "end")),
      "has more than one start event",
    ],
    ["a loose flow", model(start + end + chain("start", "end") + '<sequenceFlow id="f" sourceRef="start"/>'), "f: A flow does not connect"],
    [
      "a part that an event begins",
      model(start + end + chain("start", "end") + '<subProcess id="x" triggeredByEvent="true"/>'),
      "x: “x” is an event sub-process, which does not run here",
    ],
    ["an element without an id", model(start + end + chain("start", "end") + '<userTask flowable:assignee="7"/>'), "An element has no id"],
    ["a flow to what is not there", model(start + end + flow("f", "start", "gone")), "f: targetRef names “gone”, which is not there"],
    [
      "two executable processes",
      model(start + end + chain("start", "end")).replace(
        "</process>",
        `</process><process id="second" isExecutable="true"><startEvent id="s2"/><endEvent id="e2"/>${chain("s2", "e2")}</process>`,
      ),
      "The model has more than one executable process",
    ],
    [
      "too many elements",
      model(start + end + Array.from({ length: 1001 }, (_, at) => `<manualTask id="t${at}"/>`).join("") + chain("start", "end")),
      "elements: split it",
    ],
    [
      "no executable process",
      model(start + end + chain("start", "end")).replace('isExecutable="true"', 'isExecutable="false"'),
      "model: The model has no executable process",
    ],
  ];
  it.each(refused)("that has %s", async (_what, xml, expected) => {
    expect((await reported(xml)).join("\n")).toContain(expected);
  });

  it("in the reader's language, by sentences that each have a case here", async () => {
    const requested = withMessage(catching('<messageEventDefinition messageRef="m"/>'));
    const undelivered = findingsOf(await parseModel(requested), { ...options, hasMessages: false });
    const findings = [...(await Promise.all(refused.map(([, xml]) => parsedFindings(xml)))).flat(), ...undelivered];
    for (const { elementId, reason } of findings) {
      expect(elementId, reason[1]).not.toBe("");
      expect([
        /[\u4e00-\u9fff]/u.test(reason[0].replace(/“[^”]*”/gu, "")),
        /[\u4e00-\u9fff]/u.test(reason[1].replace(/“[^”]*”/gu, "")),
      ]).toEqual([true, false]);
    }
    const sentences = sentencesOf("finding", "src/process/deployable.ts");
    expect(sentences.length).toBeGreaterThan(30);
    const without = sentences.filter(
      (pair) => !findings.some(({ reason }) => pair.every((sentence, at) => sentence.test(reason[at] ?? ""))),
    );
    expect(without.map(([, english]) => english?.source)).toEqual([]);
  });

  it("that is broken, with its line", async () => {
    const broken = model(start + end + chain("start", "end"))
      .replaceAll("><", ">\n<")
      .replace("</process>", "</proces>");
    const error = await parseModel(broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ModelSyntaxError);
    expect(error).toMatchObject({ problems: [{ line: 8 }] });
  });
});

describe("a gateway needs no default flow", () => {
  const between = (...conditions: readonly string[]) =>
    model(
      start +
        '<exclusiveGateway id="g"/>' +
        end +
        chain("start", "g") +
        conditions.map((condition, index) => flow(`f${index}`, "g", "end", condition)).join(""),
    );
  it.each([
    [["${pass}", "${!pass}"]],
    [["${pass == true}", "${pass == false}"]],
    [["${days > 3}", "${days <= 3}"]],
    [["${days < 3}", "${days >= 3 && days < 7}", "${!(days < 7)}"]],
    [["${initiator == '7'}", "${initiator != '7'}"]],
    [["${pass && days > -1.5}", "${!pass || days <= -1.5}"]],
  ])("where one of %j always holds", async (conditions) => {
    expect(await reported(between(...conditions))).toEqual([]);
  });
  it.each([
    [["${pass}", "${pass == true}"]],
    [["${days > 3}", "${days < 3}"]],
    [["${days < 3}", "${days > 3 && days < 7}", "${days >= 7}"]],
    [["${initiator == '7'}", "${initiator == '8'}"]],
    [["${size(initiator) > 3}", "${size(initiator) <= 3}"]],
  ])("which it does where %j may all fail, or cannot be told", async (conditions) => {
    expect((await reported(between(...conditions))).join()).toContain("g: “g” needs a default flow");
  });
});
