// Models for tests, written in few words.

const namespaces =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn"';

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A sequence flow "a > b", with a condition where there is one. */
export function flow(id: string, from: string, to: string, condition?: string): string {
  const body =
    condition === undefined ? "" : `<conditionExpression xsi:type="tFormalExpression">${escaped(condition)}</conditionExpression>`;
  return `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${body}</sequenceFlow>`;
}

/** Flows through elements one after the other. */
export function chain(...ids: readonly string[]): string {
  return ids
    .slice(1)
    .map((to, index) => flow(`${ids[index] ?? ""}_${to}`, ids[index] ?? "", to))
    .join("");
}

export function task(id: string, attributes = `flowable:assignee="${"$"}{initiator}"`, body = ""): string {
  return `<userTask id="${id}" name="${id}" ${attributes}>${body}</userTask>`;
}

export function timer(kind: "timeDuration" | "timeDate" | "timeCycle", value: string): string {
  return `<timerEventDefinition><${kind} xsi:type="tFormalExpression">${value}</${kind}></timerEventDefinition>`;
}

/** A service task that calls an address, or another service by its name, with its fields. */
export function service(id: string, fields: Readonly<Record<string, string>>, attributes = 'flowable:type="http"'): string {
  const written = Object.entries(fields).map(
    ([name, text]) => `<flowable:field name="${name}"><flowable:string>${escaped(text)}</flowable:string></flowable:field>`,
  );
  return `<serviceTask id="${id}" name="${id}" ${attributes}><extensionElements>${written.join("")}</extensionElements></serviceTask>`;
}

export const notice = 'flowable:delegateExpression="${notice}"';

export const start = '<startEvent id="start"/>';
export const end = '<endEvent id="end"/>';

/** A whole model with one process; `beside` stands next to it. */
export function model(body: string, beside = ""): string {
  return `<?xml version="1.0" encoding="UTF-8"?><definitions ${namespaces} id="model" targetNamespace="test">${beside}<process id="process" name="Process" isExecutable="true">${body}</process></definitions>`;
}
