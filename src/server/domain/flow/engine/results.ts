// What an instance waits for when it has come to rest.
import type { Execution } from "bpmn-engine";
import { messageOf, waitingTimers, type Run } from "./active-run.ts";
import { memberOf, memberText } from "#process/members";
import { activeIn, namesIn, type ActiveElement } from "./events.ts";
import type { RunResult, Waiting } from "./instance.ts";
import { evaluate, scopeOf } from "./scope.ts";
import { serviceCall } from "#process/services";
import { storedText } from "#process/texts";
import { dueAt, repetitionsOf, type TimerKind } from "#process/times";

function place(element: ActiveElement): Waiting {
  return { executionId: element.executionId, elementId: element.id, name: element.name ?? "" };
}

function taskOf(run: Run, element: ActiveElement) {
  const { behaviour } = element.owner;
  const scope = scopeOf(run, element.content, element.owner.environment);
  const text = (name: string): unknown => evaluate(memberOf(behaviour, name) ?? "", scope);
  const due = memberText({ due: text("dueDate") }, "due").trim();
  return {
    ...place(element),
    assignee: namesIn(text("assignee"))[0] ?? "",
    candidateUsers: namesIn(text("candidateUsers")),
    candidateGroups: namesIn(text("candidateGroups")),
    formKey: storedText(memberText({ key: text("formKey") }, "key")),
    due: due === "" ? "" : dueAt(due, run.now),
  };
}

function dueOf(
  run: Run,
  { executionId, kind, text }: { readonly executionId: string; readonly kind: TimerKind; readonly text: string },
): string {
  if (kind === "timeCycle") repetitionsOf(text);
  return (run.due[executionId] ??= dueAt(text, run.now, kind));
}

/** Only what still waits is kept: executions have names of their own, so none comes back. */
function onlyActive<T>(all: Readonly<Record<string, T>>, active: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([executionId]) => active.has(executionId)));
}

/** A process that waits for nothing, and has not ended, waits at a join that nothing can reach: its drawing is wrong. */
function stuckAt(active: readonly ActiveElement[]): { readonly code: string; readonly sentence: string } {
  const joins = [...new Set(active.map(({ content }) => memberText(content, "targetId")).filter((id) => id !== ""))];
  return { code: "stuck", sentence: `the instance waits at ${joins.join(", ")} for a flow that cannot be taken any more` };
}

/** Everything that a run has led to. */
export function resultOf(run: Run, execution: Execution): RunResult {
  const active = activeIn(execution.getPostponed());
  const executions = new Set(active.map(({ executionId }) => executionId));
  const isAlive = run.error === undefined && execution.isRunning;
  const isActive = ({ executionId }: { readonly executionId: string }): boolean => isAlive && executions.has(executionId);
  const waits = [...run.waits.values()].filter(isActive);
  const timers = isAlive
    ? waitingTimers(run).map((timer) => ({
        executionId: timer.executionId,
        elementId: timer.elementId,
        name: timer.name,
        due: dueOf(run, timer),
      }))
    : [];
  const processes = new Set(run.source.context.getProcesses().map(({ id }) => id));
  const waiting = {
    tasks: waits.filter(({ type }) => type === "bpmn:UserTask").map((element) => taskOf(run, element)),
    timers,
    messages: waits.flatMap((element) => {
      const message = messageOf(element);
      return message === undefined ? [] : [{ ...place(element), message: message.name }];
    }),
    services: [...run.services]
      .map(([executionId, one]) => ({ executionId, ...one }))
      .filter(isActive)
      .map(({ executionId, elementId, name, service, content, environment }) => ({
        executionId,
        elementId,
        name,
        call: serviceCall(service, (text) => evaluate(text, scopeOf(run, content, environment))),
      })),
    calls: [...run.calls.values()]
      .filter((element) => isActive(element) && !processes.has(memberText(element.content, "calledElement")))
      .map((element) => ({ ...place(element), processKey: memberText(element.content, "calledElement") })),
  };
  const isStuck = isAlive && Object.values(waiting).every(({ length }) => length === 0);
  const error = isStuck ? stuckAt(active) : run.error;
  const state = execution.getState();
  return {
    outcome: error !== undefined ? "failed" : isAlive ? "running" : "ended",
    ...(error === undefined ? {} : { error }),
    state: {
      // The model is kept with its deployment, once.
      engine: { ...state, definitions: state.definitions.map(({ source: _source, ...definition }) => definition) },
      variables: run.variables,
      due: onlyActive(run.due, new Set(timers.map(({ executionId }) => executionId))),
      collections: onlyActive(run.collections, executions),
    },
    ...waiting,
    sent: run.sent,
    steps: run.steps,
  };
}
