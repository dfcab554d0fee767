// Inclusive joins: they go on when nothing that is active can reach them any more (BPMN 2.0, 13.4.3).
import type { Execution } from "bpmn-engine";
import { TokenFlow } from "./elements.ts";
import { memberOf, memberText } from "#process/members";
import { activeIn, type ActiveElement } from "./events.ts";
import type { ProcessSource } from "./source.ts";

/** A token that waits at a join, by the flow on which it came. */
interface Arrival {
  readonly flow: TokenFlow;
  readonly context: unknown;
  readonly sourceId: string;
  readonly targetId: string;
}

const contextOf = (element: ActiveElement): unknown => memberOf(element.owner, "context");

function arrivalsIn(active: readonly ActiveElement[]): readonly Arrival[] {
  return active.flatMap(({ owner, content }) =>
    owner instanceof TokenFlow && content["action"] === "take"
      ? [{ flow: owner, context: owner.context, sourceId: memberText(content, "sourceId"), targetId: memberText(content, "targetId") }]
      : [],
  );
}

/** Ids of everything behind an element; boundary events are behind what they are attached to. */
function behind({ context, attached }: ProcessSource, from: string, join: string): boolean {
  const seen = new Set([from]);
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const next = [...context.getOutboundSequenceFlows(id).map((flow) => memberText(flow, "targetId")), ...(attached.get(id) ?? [])];
    if (next.includes(join)) return true;
    const fresh = next.filter((one) => !seen.has(one) && one !== join);
    for (const one of fresh) {
      seen.add(one);
      open.push(one);
    }
  }
  return false;
}

/** Closes the flows that an inclusive join need not wait for. */
export function closeJoins(source: ProcessSource, execution: Execution): void {
  for (;;) {
    const active = activeIn(execution.getPostponed());
    const arrivals = arrivalsIn(active);
    const ready = arrivals.find(({ targetId, context }) => {
      if (!source.inclusiveJoins.has(targetId)) return false;
      const near = active.filter((element) => !(element.owner instanceof TokenFlow) && contextOf(element) === context).map(({ id }) => id);
      // A token at another join may still come through it.
      const waiting = arrivals.filter((one) => one.context === context && one.targetId !== targetId).map((one) => one.targetId);
      return ![...near, ...waiting].some((id) => behind(source, id, targetId));
    });
    if (ready === undefined) return;
    const arrived = new Set(
      arrivals.filter(({ targetId, context }) => targetId === ready.targetId && context === ready.context).map(({ sourceId }) => sourceId),
    );
    const missing = source.context.getInboundSequenceFlows(ready.targetId).filter((flow) => !arrived.has(memberText(flow, "sourceId")));
    const flows = missing.map((flow) => flowIn(ready.context, memberText(flow, "id"))).filter((flow) => flow !== undefined);
    if (flows.length === 0) return;
    for (const flow of flows) flow.close();
  }
}

interface FlowContext {
  getSequenceFlowById(id: string): unknown;
}

function hasFlows(context: unknown): context is FlowContext {
  return typeof memberOf(context, "getSequenceFlowById") === "function";
}

function flowIn(context: unknown, id: string): TokenFlow | undefined {
  const flow = hasFlows(context) ? context.getSequenceFlowById(id) : undefined;
  return flow instanceof TokenFlow ? flow : undefined;
}
