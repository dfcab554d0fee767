// The attributes of Flowable that models carry, as a package for bpmn-moddle. Others stay in the XML untouched.
import { isRecord } from "../schema/json.ts";

const attribute = (name: string) => ({ name, isAttr: true, type: "String" });

export const moddleOptions = {
  flowable: {
    name: "Flowable",
    uri: "http://flowable.org/bpmn",
    prefix: "flowable",
    xml: { tagAlias: "lowerCase" },
    types: [
      // Ours: what the process is for, so that its expressions are checked while it is drawn.
      { name: "Categorised", extends: ["bpmn:Process"], properties: ["category"].map(attribute) },
      {
        name: "Assigned",
        extends: ["bpmn:UserTask"],
        properties: ["assignee", "candidateUsers", "candidateGroups", "formKey", "dueDate"].map(attribute),
      },
      { name: "Initiated", extends: ["bpmn:StartEvent"], properties: ["initiator", "formKey"].map(attribute) },
      { name: "Looped", extends: ["bpmn:MultiInstanceLoopCharacteristics"], properties: ["collection", "elementVariable"].map(attribute) },
      {
        name: "Served",
        extends: ["bpmn:ServiceTask", "bpmn:SendTask"],
        properties: ["expression", "delegateExpression", "class", "type", "resultVariable"].map(attribute),
      },
      {
        name: "Field",
        superClass: ["Element"],
        properties: [attribute("name"), attribute("stringValue"), ...["string", "expression"].map((name) => ({ name, type: "String" }))],
      },
      // What a form asks for is a variable from there on.
      {
        name: "FormProperty",
        superClass: ["Element"],
        properties: [attribute("id"), attribute("variable"), { name: "inside", type: "Element", isMany: true }],
      },
      { name: "Scripted", extends: ["bpmn:ScriptTask"], properties: ["resultVariable"].map(attribute) },
    ],
  },
};

/** Engines with the same ancestor, whose attributes have the same names and meanings: they are read as those of Flowable. */
const foreignNamespaces: Readonly<Record<string, string>> = {
  "http://activiti.org/bpmn": "flowable",
  "http://camunda.org/schema/1.0/bpmn": "flowable",
};

/** What is used of a parser, whose types leave these out. */
interface Types {
  readonly config: { nsMap?: Record<string, string> };
  readonly registry: {
    readonly typeMap: Readonly<Record<string, unknown>>;
    getPackage(prefix: string): unknown;
    registerType(type: object, of: unknown): void;
  };
  getType(descriptor: unknown): unknown;
}

const hasTypes = (moddle: unknown): moddle is Types => isRecord(moddle) && "registry" in moddle && "getType" in moddle;

const typeName = (descriptor: unknown): string => {
  if (typeof descriptor === "string") return descriptor;
  const ns = isRecord(descriptor) ? descriptor["ns"] : undefined;
  return isRecord(ns) ? String(ns["name"]) : "";
};

/**
 * Has a parser read models of other engines: their namespaces, and elements of Flowable that nothing here reads, with whatever stands in
 * them. Without a type of theirs the parser would drop these.
 */
export function readForeign<T>(moddle: T): T {
  if (!hasTypes(moddle)) throw new Error("the parser has no types");
  const { registry } = moddle;
  const getType = moddle.getType.bind(moddle);
  // The parser adds its own to these.
  moddle.config.nsMap = { ...foreignNamespaces };
  moddle.getType = (descriptor) => {
    const name = typeName(descriptor);
    if (name.startsWith("flowable:") && registry.typeMap[name] === undefined)
      registry.registerType(
        {
          name,
          superClass: ["Element"],
          properties: [
            { name: "inside", type: "Element", isMany: true },
            { name: "body", isBody: true, type: "String" },
          ],
        },
        registry.getPackage("flowable"),
      );
    return getType(descriptor);
  };
  return moddle;
}
