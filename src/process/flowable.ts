// The attributes of Flowable that models carry, as a package for bpmn-moddle. Others stay in the XML untouched.

const attribute = (name: string) => ({ name, isAttr: true, type: "String" });

export const moddleOptions = {
  flowable: {
    name: "Flowable",
    uri: "http://flowable.org/bpmn",
    prefix: "flowable",
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
        extends: ["bpmn:ServiceTask"],
        properties: ["expression", "delegateExpression", "class", "type", "resultVariable"].map(attribute),
      },
      { name: "Scripted", extends: ["bpmn:ScriptTask"], properties: ["resultVariable"].map(attribute) },
    ],
  },
};
