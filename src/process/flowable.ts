// The attributes of Flowable that models carry, as a package for bpmn-moddle. Others stay in the XML untouched.

const attribute = (name: string) => ({ name, isAttr: true, type: "String" });

/** Elements of Flowable that nothing here reads, with whatever stands in them: without a type of theirs the parser would drop them. */
const kept = ["ExecutionListener", "TaskListener", "EventListener", "FormProperty", "FormData", "Value", "In", "Out", "Script"];
const keptText = [
  "FailedJobRetryTimeCycle",
  "PotentialStarter",
  "MapException",
  "CustomProperty",
  "SkipExpression",
  "String",
  "Expression",
];

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
      ...kept.map((name) => ({ name, superClass: ["Element"], properties: [{ name: "inside", type: "Element", isMany: true }] })),
      ...keptText.map((name) => ({ name, superClass: ["Element"], properties: [{ name: "body", isBody: true, type: "String" }] })),
      { name: "Scripted", extends: ["bpmn:ScriptTask"], properties: ["resultVariable"].map(attribute) },
    ],
  },
};
