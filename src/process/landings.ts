// Where an instance may be made to go on: a step that is left alone with what comes behind it. A step between a fork and its join is none,
// because the join would wait for branches that nobody walks.
import { memberOf, memberText } from "./members.ts";
import { elementAt, isScopeElement, mainProcess, reachable, scopesOf, type ModelElement, type ParsedModel, type Scope } from "./model.ts";

/** "alone" may be gone on with; the others tell why not. */
type Landing = "alone" | "parallel" | "inside";

export interface Step {
  readonly name: string;
  readonly landing: Landing;
}

const steps: ReadonlySet<string> = new Set([
  "bpmn:Task",
  "bpmn:UserTask",
  "bpmn:ServiceTask",
  "bpmn:SendTask",
  "bpmn:ScriptTask",
  "bpmn:ManualTask",
  "bpmn:ReceiveTask",
  "bpmn:CallActivity",
]);

const isStep = (node: ModelElement): boolean => steps.has(node.$type) || isScopeElement(node);
const isGateway = ({ $type }: ModelElement): boolean => $type.endsWith("Gateway");
/** Takes every flow, or several: what follows are branches. */
const branches = ({ $type }: ModelElement): boolean =>
  $type === "bpmn:ParallelGateway" || $type === "bpmn:InclusiveGateway" || !$type.endsWith("Gateway");

/** How many forks are open at each element; undefined where its ways disagree. What no way leads to is absent. */
function depthsIn(scope: Scope): ReadonlyMap<ModelElement, number | undefined> {
  const depths = new Map<ModelElement, number | undefined>();
  const open: ModelElement[] = [];
  const outgoing = (node: ModelElement) => scope.flows.filter(({ from }) => from === node);
  const joins = (node: ModelElement) => isJoin(scope, node);
  const reach = (node: ModelElement, depth: number | undefined) => {
    if (!depths.has(node)) depths.set(node, depth);
    else if (depths.get(node) === depth || depths.get(node) === undefined) return;
    else depths.set(node, undefined);
    open.push(node);
  };
  for (const node of scope.nodes) if (node.$type === "bpmn:StartEvent") reach(node, 0);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const depth = depths.get(node);
    const flows = outgoing(node);
    const behind = depth === undefined ? undefined : depth + (flows.length > 1 && branches(node) ? 1 : 0);
    for (const { to } of flows) if (to !== undefined) reach(to, behind !== undefined && joins(to) ? behind - 1 : behind);
    for (const event of scope.nodes.filter((one) => elementAt(one, "attachedToRef") === node)) {
      const isBeside = memberOf(event, "cancelActivity") === false;
      reach(event, depth === undefined ? undefined : depth + (isBeside ? 1 : 0));
    }
  }
  return depths;
}

function isJoin({ flows }: Scope, node: ModelElement): boolean {
  return isGateway(node) && branches(node) && flows.filter(({ to }) => to === node).length > 1;
}

/** Whether a join behind the element may wait for what never comes: forks and joins of the drawing do not match. */
function isUncertain(scope: Scope, node: ModelElement, depths: ReadonlyMap<ModelElement, number | undefined>): boolean {
  return [...reachable(scope, [node], "forward")].some((one) => {
    const depth = depths.get(one);
    return one.$type === "bpmn:ParallelGateway" && isJoin(scope, one) && (depth === undefined || depth < 0);
  });
}

/** The steps of the process that is started, and of its sub-processes, by their ids. */
export function landingsOf(model: ParsedModel): ReadonlyMap<string, Step> {
  const main = mainProcess(model);
  const found = new Map<string, Step>();
  for (const scope of scopesOf(model)) {
    const depths = depthsIn(scope);
    for (const node of scope.nodes.filter(isStep)) {
      const isAlone = depths.get(node) === 0 && !isUncertain(scope, node, depths);
      const landing = scope.element !== main ? "inside" : isAlone ? "alone" : "parallel";
      found.set(node.id ?? "", { name: memberText(node, "name") || (node.id ?? ""), landing });
    }
  }
  return found;
}
