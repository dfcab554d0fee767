// What is gathered while an instance runs.
import type { Timers } from "bpmn-elements";
import type { Variables } from "#process/expressions";
import { memberOf, memberText } from "#process/members";
import type { Service } from "#process/services";
import type { ActiveElement } from "./events.ts";
import type { Step } from "./instance.ts";
import type { ProcessSource } from "./source.ts";

export type ServiceCallback = (error: Error | null, output?: unknown) => void;

export interface Run {
  readonly source: ProcessSource;
  readonly now: string;
  /** The step that begins, where it is not the start. */
  readonly entry: string | undefined;
  variables: Variables;
  readonly due: Record<string, string>;
  readonly collections: Record<string, readonly unknown[]>;
  readonly steps: Step[];
  readonly sent: string[];
  /** What announced that it waits, by its execution. Some of it may have been cancelled since. */
  readonly waits: Map<string, ActiveElement>;
  readonly calls: Map<string, ActiveElement>;
  readonly services: Map<
    string,
    {
      readonly service: Service;
      readonly elementId: string;
      readonly name: string;
      /** The state of the element when it began. */
      readonly content: unknown;
      readonly environment: unknown;
      readonly callback: ServiceCallback;
    }
  >;
  readonly timers: Timers;
  /** The environment of the engine around that of each run of a sub-process. */
  readonly surroundings: Map<unknown, unknown>;
  /** How often each element has started within one run of its process or sub-process. */
  readonly rounds: Map<string, number>;
  /** While an instance is read back its elements report again what they reported before. */
  isReplaying: boolean;
  /** The first error of an expression, or that the model goes round without end: nothing of the run counts then. */
  failure: unknown;
  /** What ended the instance. */
  error: { readonly code: string; readonly sentence: string } | undefined;
}

/** Timers that wait. The engine's own list has those of cancelled elements removed. */
export function waitingTimers(run: Run) {
  return run.timers.executing.flatMap(({ owner, callback }) => {
    const content: unknown = owner;
    const executionId = memberText(content, "executionId");
    const elementId = memberText(content, "id");
    const kind = (["timeDuration", "timeDate", "timeCycle"] as const).find((name) => memberText(content, name) !== "");
    return kind === undefined
      ? []
      : [{ executionId, elementId, name: memberText(content, "name"), kind, text: memberText(content, kind), callback }];
  });
}

/** The message that an element waits for. */
export function messageOf(element: ActiveElement): { readonly id: string; readonly name: string } | undefined {
  const message = memberOf(element.content, "message");
  return memberText(message, "messageType") === "message"
    ? { id: memberText(message, "id"), name: memberText(message, "name") }
    : undefined;
}
