// Parts of a model that other engines run and this one leaves alone: nothing keeps the model from running, but it would do less than it says.
import type { Text } from "../schema/text.ts";
import type { Finding } from "./deployable.ts";
import { memberOf, shortType, memberText } from "./members.ts";
import { elementAt, elementsIn, scopesOf, type ModelElement, type ParsedModel } from "./model.ts";

const listeners: ReadonlySet<string> = new Set(["flowable:ExecutionListener", "flowable:TaskListener", "flowable:EventListener"]);

function partsOf(element: ModelElement): readonly Text[] {
  const name = memberText(element, "name") || (element.id ?? "");
  const extensions = elementsIn(memberOf(elementAt(element, "extensionElements"), "values"));
  const found = extensions.filter(({ $type }) => listeners.has($type));
  const kinds = [...new Set(found.map(({ $type }) => shortType($type)))];
  const skips = memberText(memberOf(element, "$attrs"), "flowable:skipExpression") !== "";
  return [
    ...kinds.map((kind): Text => [`“${name}”的监听器 ${kind} 不会执行`, `the ${kind} of “${name}” is not run`]),
    ...(extensions.some(({ $type }) => $type === "flowable:InputOutput")
      ? [[`“${name}”的 inputOutput 参数不生效`, `the inputOutput of “${name}” has no effect`] as const]
      : []),
    ...(skips ? [[`“${name}”的 skipExpression 不生效`, `the skipExpression of “${name}” has no effect`] as const] : []),
  ];
}

/** What of a model has no effect here. */
export function withoutEffect(model: ParsedModel): readonly Finding[] {
  const elements = scopesOf(model).flatMap(({ element, nodes, flows }) => [element, ...nodes, ...flows.map((flow) => flow.element)]);
  return [...new Set(elements)].flatMap((element) => partsOf(element).map((reason) => ({ elementId: element.id ?? "", reason })));
}
