// What is known of an instance between two calls, and what a call makes of it.
import type { Variables } from "#process/expressions";
import type { ServiceCall } from "#process/services";

/**
 * An instance at rest, as one JSON document: nothing of it is kept in memory between two calls, so any process of the server may go on with
 * it.
 */
export interface InstanceState {
  /** What the engine knows: which elements are active; null while the instance is back with who started it. */
  readonly engine: unknown;
  readonly variables: Variables;
  /** When the timers that wait come, as local times, by their execution. */
  readonly due: Readonly<Record<string, string>>;
  /** Whom a task asks that asks several, by its execution: as they were found when it began. */
  readonly collections: Readonly<Record<string, readonly unknown[]>>;
  /** The processes of other deployments that it calls and waits for, by the execution of the call. */
  readonly called?: Readonly<Record<string, CalledInstance>>;
}

/** A process that another one has called. */
export interface CalledInstance {
  /** The element that calls it. */
  readonly callId: string;
  readonly definitionId: string;
  readonly state: InstanceState;
  readonly waiting: WaitingAtRest;
}

/** What happens to an instance. "restart" and "move" leave whatever waits, and begin anew: at the start, or at a step. Executions are those that an earlier run told of. */
export type Command =
  | { readonly type: "start"; readonly variables: Variables }
  | { readonly type: "restart"; readonly variables: Variables }
  | { readonly type: "move"; readonly elementId: string; readonly variables: Variables }
  /** Nothing happens to it: only what it waits for is asked. */
  | { readonly type: "look" }
  | { readonly type: "complete"; readonly executionId: string; readonly variables: Variables }
  | { readonly type: "served"; readonly executionId: string; readonly variables: Variables }
  | { readonly type: "timer"; readonly executionId: string }
  | { readonly type: "message"; readonly name: string; readonly variables: Variables }
  | { readonly type: "returned"; readonly executionId: string; readonly variables: Variables }
  /** A service or a called process has failed for good; a boundary event of its code may catch it. */
  | { readonly type: "failed"; readonly executionId: string; readonly code: string; readonly sentence: string };

/** Something active that waits for its command. */
export interface Waiting {
  readonly executionId: string;
  readonly elementId: string;
  readonly name: string;
}

export interface WaitingTask extends Waiting {
  /** A user's id, or "". */
  readonly assignee: string;
  readonly candidateUsers: readonly string[];
  readonly candidateGroups: readonly string[];
  readonly formKey: string;
  /** Local time, or "". */
  readonly due: string;
}

interface WaitingTimer extends Waiting {
  readonly due: string;
}

interface WaitingMessage extends Waiting {
  readonly message: string;
}

export interface WaitingService extends Waiting {
  readonly call: ServiceCall;
}

interface WaitingCall extends Waiting {
  /** The key of the process that is called. */
  readonly processKey: string;
}

/** What happened to one element, in the order of time. */
export interface Step {
  /** "taken" is a sequence flow. */
  readonly what: "started" | "ended" | "discarded" | "taken";
  readonly executionId: string;
  readonly elementId: string;
  /** As in BPMN, without its prefix: "userTask". */
  readonly type: string;
  readonly name: string;
}

/** "running" waits for something; "failed" ended by an error that nothing caught, which `error` names. */
type Outcome = "running" | "ended" | "failed";

/** What an instance waits for that a called process may wait for as well. */
export interface WaitingAtRest {
  readonly tasks: readonly WaitingTask[];
  readonly timers: readonly WaitingTimer[];
  readonly messages: readonly WaitingMessage[];
  readonly services: readonly WaitingService[];
}

export interface RunResult extends WaitingAtRest {
  readonly outcome: Outcome;
  readonly error?: { readonly code: string; readonly sentence: string };
  readonly state: InstanceState;
  readonly calls: readonly WaitingCall[];
  /** Names of messages that the instance has sent. */
  readonly sent: readonly string[];
  readonly steps: readonly Step[];
}

/** The command is for something that is not active any more, such as a task that somebody else has completed. */
export class NotWaitingError extends Error {}
