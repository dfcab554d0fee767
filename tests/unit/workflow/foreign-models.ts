// Models as other products write them: what their elements, root elements, name spaces and dialects are is known from public models; none of
// these is here. Each trait changes one thing of a model that runs.
import fc from "fast-check";

/** A model in parts. Tags are written without a prefix, and attributes of an engine with "v:". */
interface Draft {
  encoding: string;
  prefix: string;
  vendor: string;
  executable: string;
  roots: string;
  inProcess: string;
  /** What stands between the start and the task; "x" is the id of the element that is gone through. */
  step: string;
  start: string;
  task: string;
  behind: string;
  drawing: string;
  /** Changes to the whole text. */
  last: (text: string) => string;
}

export interface Trait {
  readonly name: string;
  readonly apply: (draft: Draft) => void;
}

const plain = '<manualTask id="x"/>';
const vendors: Readonly<Record<string, string>> = {
  flowable: "http://flowable.org/bpmn",
  activiti: "http://activiti.org/bpmn",
  camunda: "http://camunda.org/schema/1.0/bpmn",
};

const set = (name: string, change: Partial<Draft>): Trait => ({ name, apply: (draft) => Object.assign(draft, change) });
const root = (name: string, xml: string): Trait => ({ name: `root ${name}`, apply: (draft) => (draft.roots += xml) });
const inside = (name: string, xml: string): Trait => ({ name: `in process ${name}`, apply: (draft) => (draft.inProcess += xml) });
const step = (name: string, xml: string): Trait => set(`step ${name}`, { step: xml });
const start = (name: string, xml: string): Trait => set(`start ${name}`, { start: `<startEvent id="s">${xml}</startEvent>` });
const task = (name: string, attributes: string, body = ""): Trait =>
  set(`task ${name}`, { task: `<userTask id="t" ${attributes}>${body}</userTask>` });
const fault = (name: string, last: (text: string) => string): Trait => set(`fault ${name}`, { last });

const definitions = ["signal", "conditional", "compensate", "escalation", "error", "link", "cancel", "message", "timer", "terminate"].map(
  (kind) => [kind, `<${kind}EventDefinition/>`] as const,
);
const assigned = 'name="T" v:assignee="${initiator}"';
const boundary = (definition: string) =>
  `<userTask id="x" ${assigned}/><boundaryEvent id="edge" attachedToRef="x">${definition}</boundaryEvent><sequenceFlow id="edge_e" sourceRef="edge" targetRef="e"/>`;
const within = '<startEvent id="s2"/><endEvent id="e2"/><sequenceFlow id="f2" sourceRef="s2" targetRef="e2"/>';
/** A task for the item of each run, and a way that only the first one takes. */
const perEach = (name: string) =>
  `<startEvent id="s2"/><userTask id="each" v:assignee="${"$"}{${name}}"/><exclusiveGateway id="g2" default="g2_e"/><manualTask id="first"/><endEvent id="e2"/><sequenceFlow id="s2_g" sourceRef="s2" targetRef="g2"/><sequenceFlow id="g2_f" sourceRef="g2" targetRef="first"><conditionExpression>${"$"}{loopCounter == 0}</conditionExpression></sequenceFlow><sequenceFlow id="g2_e" sourceRef="g2" targetRef="each"/><sequenceFlow id="f_e" sourceRef="first" targetRef="each"/><sequenceFlow id="each_e" sourceRef="each" targetRef="e2"/>`;
const gateway = (type: string, first: string, second: string) =>
  `<${type} id="x"/><manualTask id="other"/><sequenceFlow id="x_t" sourceRef="x" targetRef="t">${first}</sequenceFlow><sequenceFlow id="x_o" sourceRef="x" targetRef="other">${second}</sequenceFlow><sequenceFlow id="o_e" sourceRef="other" targetRef="e"/>`;
const condition = (text: string, attributes = "") => `<conditionExpression ${attributes}>${text}</conditionExpression>`;
const extension = (xml: string) => `<extensionElements>${xml}</extensionElements>`;
const data =
  '<ioSpecification><dataInput id="in"/><inputSet><dataInputRefs>in</dataInputRefs></inputSet><outputSet/></ioSpecification><dataInputAssociation><targetRef>in</targetRef></dataInputAssociation>';

/** What is tried, one at a time and mixed. */
export const traits: readonly Trait[] = [
  set("plain", {}),
  ...["", "bpmn:", "bpmn2:", "semantic:", "model:"].map((prefix) => set(`prefix ${prefix}`, { prefix })),
  ...Object.keys(vendors).map((vendor) => set(`vendor ${vendor}`, { vendor })),
  ...["UTF-8", "ISO-8859-1", "windows-1252", "UTF-16LE", "US-ASCII", "x-unknown"].map((encoding) =>
    set(`encoding ${encoding}`, { encoding }),
  ),
  ...["", 'isExecutable="true"', 'isExecutable="false"'].map((executable) => set(`executable ${executable}`, { executable })),
  root("itemDefinition", '<itemDefinition id="i1" structureRef="string"/>'),
  root(
    "interface",
    '<message id="m0" name="M"/><interface id="i2" name="I"><operation id="o" name="o"><inMessageRef>m0</inMessageRef></operation></interface>',
  ),
  root("signal", '<signal id="sig" name="S"/>'),
  root("escalation", '<escalation id="esc" escalationCode="E"/>'),
  root("error", '<error id="err" errorCode="E"/>'),
  root("dataStore", '<dataStore id="store" name="Store"/>'),
  root("resource", '<resource id="res" name="R"/>'),
  root("category", '<category id="cat"><categoryValue id="cv" value="v"/></category>'),
  root("endPoint", '<endPoint id="ep"/>'),
  root("partnerEntity", '<partnerEntity id="pe" name="P"/>'),
  root("correlationProperty", '<correlationProperty id="cp" name="C"/>'),
  root("globalUserTask", '<globalUserTask id="gut" name="G"/>'),
  root("import", '<import importType="http://www.w3.org/2001/XMLSchema" location="a.xsd" namespace="urn:a"/>'),
  root("eventDefinition", '<messageEventDefinition id="med"/>'),
  root("choreography", '<choreography id="cho"/>'),
  root(
    "collaboration",
    '<collaboration id="col"><participant id="p1" name="A" processRef="Main"/><participant id="p2" name="Box"/><messageFlow id="mf" sourceRef="t" targetRef="p2"/></collaboration>',
  ),
  root(
    "second pool",
    '<process id="q" isExecutable="false"><task id="order"/><businessRuleTask/><sequenceFlow id="qf" sourceRef="order" targetRef="gone"/></process>',
  ),
  root("pool without steps", '<process id="q2"/>'),
  root("two that run", '<process id="q3" isExecutable="true"><startEvent id="qs"/></process>'),
  root("extension", extension('<w:meta xmlns:w="urn:w" a="1"><w:inner>text</w:inner></w:meta>')),
  inside("laneSet", '<laneSet id="ls"><lane id="l1"><flowNodeRef>t</flowNodeRef><flowNodeRef>gone</flowNodeRef></lane></laneSet>'),
  inside("empty laneSet", '<laneSet id="ls2"/>'),
  inside("ioSpecification", "<ioSpecification><inputSet/><outputSet/></ioSpecification>"),
  inside("property", '<property id="prop" name="p"/>'),
  inside(
    "dataObject",
    '<dataObject id="do" name="D"/><dataObjectReference id="dor" dataObjectRef="do"/><dataStoreReference id="dsr" dataStoreRef="gone"/>',
  ),
  inside(
    "artifacts",
    '<textAnnotation id="ta"><text>note</text></textAnnotation><association id="as" sourceRef="t" targetRef="ta"/><group id="gr" categoryValueRef="gone"/>',
  ),
  inside("association to nothing", '<association id="as2" sourceRef="t" targetRef="nowhere"/>'),
  inside("documentation", "<documentation>what it is for</documentation>"),
  inside("listener", extension('<v:executionListener event="start" class="org.example.L"/>')),
  inside("resourceRole", '<potentialOwner id="po"><resourceRef>res</resourceRef></potentialOwner>'),
  inside("auditing", "<auditing/><monitoring/>"),
  step("task", '<task id="x"/>'),
  step("serviceTask class", '<serviceTask id="x" v:class="org.example.Mail"/>'),
  step("serviceTask expression", '<serviceTask id="x" v:expression="${bean.call(execution)}"/>'),
  step("serviceTask mail", '<serviceTask id="x" v:type="mail"/>'),
  step(
    "serviceTask connector",
    `<serviceTask id="x">${extension("<v:connector><v:connectorId>http</v:connectorId></v:connector>")}</serviceTask>`,
  ),
  step("serviceTask web service", '<serviceTask id="x" implementation="##WebService" operationRef="o"/>'),
  step("sendTask", '<sendTask id="x"/>'),
  step("receiveTask", '<receiveTask id="x"/>'),
  step("businessRuleTask", '<businessRuleTask id="x"/>'),
  step("script juel", '<scriptTask id="x" scriptFormat="juel" v:resultVariable="r"><script>${1 + 1}</script></scriptTask>'),
  step("script groovy", '<scriptTask id="x" scriptFormat="groovy"><script>execution.setVariable("a", [1, 2])</script></scriptTask>'),
  step("script braces", '<scriptTask id="x" scriptFormat="javascript"><script>while(true){}; process.exit(1)</script></scriptTask>'),
  step("script element", '<scriptTask id="x"><script><![CDATA[ a < b ]]></script></scriptTask>'),
  step("manualTask with data", `<manualTask id="x">${data}</manualTask>`),
  step("callActivity", '<callActivity id="x" calledElement="Elsewhere"/>'),
  step("callActivity of nothing", '<callActivity id="x"/>'),
  step("subProcess", `<subProcess id="x">${within}</subProcess>`),
  step("empty subProcess", '<subProcess id="x"/>'),
  step(
    "subProcess loop",
    `<subProcess id="x"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>${within}</subProcess>`,
  ),
  step(
    "subProcess of several",
    `<subProcess id="x"><multiInstanceLoopCharacteristics v:collection="7,8" v:elementVariable="employee"/>${perEach("employee")}</subProcess>`,
  ),
  step(
    "subProcess of several in turn",
    `<subProcess id="x"><multiInstanceLoopCharacteristics isSequential="true" v:collection="${"$"}{initiator}"/>${perEach("item")}</subProcess>`,
  ),
  step(
    "item behind its subProcess",
    `<subProcess id="x"><multiInstanceLoopCharacteristics v:collection="7,8"/>${within}</subProcess><sequenceFlow id="x_t" sourceRef="x" targetRef="t"><conditionExpression>${"$"}{item == '7'}</conditionExpression></sequenceFlow>`,
  ),
  step("event subProcess", `<subProcess id="x" triggeredByEvent="true">${within}</subProcess>`),
  step("transaction", `<transaction id="x">${within}</transaction>`),
  step("adHocSubProcess", '<adHocSubProcess id="x"><task id="inner"/></adHocSubProcess>'),
  step("choreographyTask", '<choreographyTask id="x"/>'),
  step("unknown element", '<wonderTask id="x"/>'),
  step("complexGateway", '<complexGateway id="x"/>'),
  step("complementary", gateway("exclusiveGateway", condition("${pass}"), condition("${!pass}"))),
  step("not complementary", gateway("exclusiveGateway", condition("${pass}"), condition("${initiator == '7'}"))),
  step("no conditions", gateway("exclusiveGateway", "", "")),
  step("script condition", gateway("exclusiveGateway", condition("return true", 'language="groovy"'), condition("${!pass}"))),
  step(
    "typed condition",
    gateway(
      "exclusiveGateway",
      condition("${pass}", 'xsi:type="tFormalExpression"'),
      condition("${pass == false}", 'xsi:type="tFormalExpression"'),
    ),
  ),
  step("oddly typed condition", gateway("exclusiveGateway", condition("${pass}", 'xsi:type="tWonder"'), condition("${!pass}"))),
  step("empty condition", gateway("inclusiveGateway", "<conditionExpression/>", condition("${!pass}"))),
  step("parallel with condition", gateway("parallelGateway", condition("${pass}"), "")),
  step(
    "wrong default",
    gateway("exclusiveGateway", condition("${pass}"), condition("${initiator == '7'}")).replace("/>", ' default="gone"/>'),
  ),
  ...definitions.map(([kind, xml]) => step(`catch ${kind}`, `<intermediateCatchEvent id="x">${xml}</intermediateCatchEvent>`)),
  ...definitions.map(([kind, xml]) => step(`throw ${kind}`, `<intermediateThrowEvent id="x">${xml}</intermediateThrowEvent>`)),
  ...definitions.map(([kind, xml]) => step(`boundary ${kind}`, boundary(xml))),
  step("catch by reference", '<intermediateCatchEvent id="x"><eventDefinitionRef>med</eventDefinitionRef></intermediateCatchEvent>'),
  step(
    "catch timer",
    '<intermediateCatchEvent id="x"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>',
  ),
  step(
    "catch odd timer",
    '<intermediateCatchEvent id="x"><timerEventDefinition><timeCycle>0 0/5 * * * ?</timeCycle></timerEventDefinition></intermediateCatchEvent>',
  ),
  step(
    "boundary of nothing",
    '<manualTask id="x"/><boundaryEvent id="edge" attachedToRef="gone"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>',
  ),
  ...definitions.map(([kind, xml]) => start(kind, xml)),
  start("by reference", "<eventDefinitionRef>med</eventDefinitionRef>"),
  start("form", extension('<v:formProperty id="people" type="string"/>')),
  task("nobody", ""),
  task("by name", 'v:candidateUsers="kermit, fozzie"'),
  task("groups", 'v:candidateGroups="management"'),
  task(
    "potentialOwner",
    "",
    "<potentialOwner><resourceAssignmentExpression><formalExpression>user(kermit)</formalExpression></resourceAssignmentExpression></potentialOwner>",
  ),
  task("humanPerformer without expression", assigned, "<humanPerformer><resourceRef>res</resourceRef></humanPerformer>"),
  task("due", `${assigned} v:dueDate="soon"`),
  task("unknown name", 'v:assignee="${employee}"'),
  task("word operators", "v:assignee=\"${pass eq true ? '7' : '8'}\""),
  task("unfinished expression", 'v:assignee="${initiator"'),
  task("listener", assigned, extension('<v:taskListener event="create" expression="${task.setName(1)}"/>')),
  task(
    "foreign element",
    assigned,
    extension('<v:task-candidates-type>all</v:task-candidates-type><v:unheard-of a="1"><v:deep/></v:unheard-of>'),
  ),
  task(
    "output parameters",
    assigned,
    extension('<v:inputOutput><v:outputParameter name="a">${initiator}</v:outputParameter></v:inputOutput>'),
  ),
  task("foreign element outside", assigned, '<w:odd xmlns:w="urn:w"/>'),
  task(
    "several of a variable",
    'v:assignee="${person}"',
    '<multiInstanceLoopCharacteristics v:collection="people" v:elementVariable="person"/>',
  ),
  task("standard loop", assigned, "<standardLoopCharacteristics/>"),
  task(
    "data loop",
    assigned,
    '<multiInstanceLoopCharacteristics><loopDataInputRef>gone</loopDataInputRef><inputDataItem name="x"/></multiInstanceLoopCharacteristics>',
  ),
  task("implementation", `${assigned} implementation="##unspecified"`),
  task("stray text", assigned, "stray"),
  set("drawing", {
    drawing:
      '<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="Main"><bpmndi:BPMNShape id="sh" bpmnElement="gone"><dc:Bounds x="1" y="1" width="9" height="9"/></bpmndi:BPMNShape><bpmndi:BPMNShape id="sh"/><bpmndi:Wonder/></bpmndi:BPMNPlane></bpmndi:BPMNDiagram>',
  }),
  fault("duplicate id", (text) => text.replace('id="e"', 'id="t"')),
  fault("illegal id", (text) => text.replaceAll('"t"', '"1 t"')),
  fault("no id", (text) => text.replace(' id="t"', "")),
  fault("flow to nothing", (text) => text.replace('targetRef="e"', 'targetRef="gone"')),
  fault("flow without ends", (text) => text.replace(' targetRef="e"', "")),
  fault("undeclared prefix", (text) => text.replace('id="t"', 'id="t" zz:a="1"')),
  fault("undeclared element", (text) => text.replace('id="x"/>', 'id="x"/><zz:a/>')),
  fault("cut off", (text) => text.slice(0, -30)),
  fault("mismatch", (text) => text.replace(/<\/([\w:]*)process>/u, "</$1proces>")),
  fault("attribute without quotes", (text) => text.replace('id="t"', "id=t")),
  fault("attribute twice", (text) => text.replace('id="t"', 'id="t" name="a" name="b"')),
  fault("text behind", (text) => `${text}trailing`),
  fault("another root", (text) => text.replace(/(<\/?[\w:]*)definitions/gu, "$1beans")),
  fault("line breaks before", (text) => `\n\n${text}`),
  fault("doctype", (text) => text.replace("?>", '?><!DOCTYPE a [<!ENTITY x "y">]>')),
];

function written({
  encoding,
  prefix,
  vendor,
  executable,
  roots,
  inProcess,
  step: middle,
  start: begin,
  task: asks,
  behind,
  drawing,
  last,
}: Draft): string {
  const flows = `<sequenceFlow id="s_x" sourceRef="s" targetRef="x"/>${middle.includes('id="x_t"') ? "" : '<sequenceFlow id="x_t" sourceRef="x" targetRef="t"/>'}<sequenceFlow id="t_e" sourceRef="t" targetRef="e"/>`;
  const body = `<definitions id="defs" targetNamespace="urn:t">${roots}<process id="Main" name="Prüfung" ${executable}>${inProcess}${begin}${middle}${asks}<endEvent id="e"/>${flows}${behind}</process>${drawing}</definitions>`;
  const names = `xmlns${prefix === "" ? "" : `:${prefix.slice(0, -1)}`}="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:${vendor}="${vendors[vendor] ?? ""}"`;
  const prefixed = body
    .replaceAll(/<(\/?)(?=[a-zA-Z]+[\s>/])/gu, `<$1${prefix}`)
    .replaceAll(/([<\s]\/?)v:/gu, `$1${vendor}:`)
    .replaceAll("</v:", `</${vendor}:`)
    .replaceAll("><", ">\n<")
    .replace("definitions ", `definitions ${names} `)
    .replaceAll('xsi:type="t', `xsi:type="${prefix}t`);
  return last(`<?xml version="1.0" encoding="${encoding}"?>\n${prefixed}`);
}

function encoded(text: string, encoding: string): Buffer {
  if (encoding === "UTF-16LE") return Buffer.from(`\uFEFF${text}`, "utf16le");
  return Buffer.from(text, encoding === "UTF-8" || encoding === "x-unknown" ? "utf8" : "latin1");
}

/** A model with some traits, as a file. */
export function foreignModel(chosen: readonly Trait[], key: string): { readonly bytes: Buffer; readonly text: string } {
  const draft: Draft = {
    encoding: "UTF-8",
    prefix: "",
    vendor: "flowable",
    executable: 'isExecutable="true"',
    roots: "",
    inProcess: "",
    step: plain,
    start: '<startEvent id="s"/>',
    task: `<userTask id="t" ${assigned}/>`,
    behind: "",
    drawing: "",
    last: (text) => text,
  };
  for (const { apply } of chosen) apply(draft);
  const text = written(draft).replaceAll('"Main"', `"${key}"`);
  return { bytes: encoded(text, draft.encoding), text };
}

/** Several traits at once. */
export const mixtures = fc.uniqueArray(fc.constantFrom(...traits), { minLength: 2, maxLength: 5 });
