// What bpmn-engine tells while it runs, in the types that its package leaves open.
import type { Content } from "#process/members";
import { listed } from "#process/people";

/** An element of a running instance, as events and queries of the engine give it. */
export interface ActiveElement {
  readonly id: string;
  readonly type: string;
  readonly name?: string;
  readonly executionId: string;
  readonly content: Content;
  readonly owner: { readonly behaviour?: unknown; readonly environment?: unknown };
  /** The runs of a task that asks several. */
  getExecuting?(): readonly ActiveElement[];
  /** What is active inside of a sub-process; the element itself is among them. */
  getPostponed?(): readonly ActiveElement[];
  fail?(error: Error): void;
}

/** Names that stand in one text, or in a list: users, groups. */
export function namesIn(value: unknown): readonly string[] {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return parts.flatMap((part) => (typeof part === "string" || typeof part === "number" ? listed(String(part)) : []));
}

const isScope = ({ type }: ActiveElement): boolean => type === "bpmn:SubProcess" || type === "bpmn:Transaction";

/** Everything that is active, with what is nested: the runs of an element, and what a sub-process has inside. */
export function activeIn(elements: readonly ActiveElement[]): readonly ActiveElement[] {
  return elements.flatMap((element) => {
    const isOther = ({ id, executionId }: ActiveElement) => executionId !== element.executionId && !(isScope(element) && id === element.id);
    const inside = isScope(element) ? activeIn((element.getPostponed?.() ?? []).filter(isOther)) : [];
    // A run answers with its siblings when it is asked for its own.
    const runs = (element.getExecuting?.() ?? []).filter(({ executionId }) => executionId !== element.executionId);
    return [element, ...runs, ...inside];
  });
}
