// Elements of a process whose behaviour differs from that of bpmn-elements.
import { randomUUID } from "node:crypto";
import * as library from "bpmn-elements";
import { repetitionsOf } from "#process/times";

/** A message between the parts of an element. */
interface ElementMessage {
  readonly content: Readonly<Record<string, unknown>>;
}

interface ThrownError {
  readonly id?: string;
  readonly code?: string;
  readonly name?: string;
}

/** What our elements use of the ones they are made from. */
interface EventDefinition {
  readonly reference: { readonly id?: string; readonly name?: string };
  readonly activity: { getActivityById(id: string): { resolve?(message: ElementMessage): ThrownError } | null };
  readonly broker: { publish(exchange: string, key: string, content: object, properties: object): void };
  parse(kind: string, text: string): { expireAt: Date; repeat?: number };
  executeThrow(message: ElementMessage): void;
}

type EventDefinitionClass = new (activity: unknown, definition: unknown, context: unknown, index: number) => EventDefinition;

interface Flow {
  discard(content?: object): void;
}

// The types of the package declare these as values of an abstract class; they are constructors.
const { TimerEventDefinition, ErrorEventDefinition, ActivityError, ParallelGateway, SequenceFlow, Task } = library as unknown as {
  readonly TimerEventDefinition: EventDefinitionClass;
  readonly ErrorEventDefinition: EventDefinitionClass;
  readonly ActivityError: new (description: string, message: ElementMessage, inner: { readonly code: string }) => Error;
  readonly ParallelGateway: unknown;
  readonly SequenceFlow: new (definition: unknown, context: unknown) => Flow;
  readonly Task: unknown;
};

/** Later than any process: timers never run out by the clock of this program; a job fires them. */
const never = new Date("9999-12-31T00:00:00Z");

/** A timer that leaves the waiting to others. */
class StoredTimer extends TimerEventDefinition {
  override parse(kind: string, text: string): { expireAt: Date; repeat?: number } {
    return { expireAt: never, ...(kind === "timeCycle" ? { repeat: repetitionsOf(text) } : {}) };
  }
}

/**
 * An end event with an error fails its sub-process, where a boundary event may catch it, or its instance. The library only announces the
 * error, and the sub-process would end as if nothing had happened.
 */
class FailingError extends ErrorEventDefinition {
  override executeThrow(message: ElementMessage): void {
    const { id, name } = this.reference;
    const element = id === undefined ? undefined : this.activity.getActivityById(id);
    const thrown: ThrownError = element?.resolve?.(message) ?? { name };
    const error = new ActivityError(thrown.name ?? "error", message, { code: thrown.code ?? "error" });
    this.broker.publish("execution", "execute.error", { ...message.content, error }, { mandatory: true });
  }
}

/**
 * A flow that is not taken is silent. The library announces it to what follows, through merging gateways as well, where a parallel join takes
 * the announcement for an arrival: it would go on while a task in front of it still waits.
 */
export class TokenFlow extends SequenceFlow {
  /** What knows the elements of its process or sub-process. */
  readonly context: unknown;

  constructor(definition: unknown, context: unknown) {
    super(definition, context);
    this.context = context;
  }

  override discard(): void {
    // Nothing follows from a flow that is not taken.
  }

  /** Tells a join that nothing will come this way. */
  close(): void {
    // The process knows what it waits for by this name.
    super.discard({ sequenceId: `closed_${randomUUID()}` });
  }
}

export const elements: Readonly<Record<string, unknown>> = {
  TimerEventDefinition: StoredTimer,
  ErrorEventDefinition: FailingError,
  SequenceFlow: TokenFlow,
  // Both wait for every flow; joins.ts closes those of an inclusive join that nothing can reach any more.
  InclusiveGateway: ParallelGateway,
  // What people do outside is not waited for.
  ManualTask: Task,
};
