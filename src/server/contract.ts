// The seams inside the server: what a request carries, and what code of an area (server/domain) may hang in.
import type { Language } from "#schema/text";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Caller } from "./caller/caller.ts";
import type { CallOrigin } from "./audit/origin.ts";
import type { JobHandler, Schedule } from "./jobs/job-handler.ts";
import type { NewJob } from "./jobs/new-job.ts";
import type { Database, Scope, Transaction } from "./store/database.ts";
import type { Identifiers } from "./store/identifiers.ts";

/**
 * Who calls, in which tenant, at what time: what code inside a transaction knows of its call. It has no way to the database besides the
 * transaction.
 */
export interface CommitContext {
  readonly caller: Caller;
  readonly language: Language;
  readonly model: Model;
  /** The tenant whose rows are seen: the caller's, or the one its administrator named. */
  readonly scope: Scope;
  /** Local time "yyyy-MM-dd HH:mm:ss"; injected, so that tests decide. */
  readonly now: () => string;
  /** Ids of rows that a handler writes besides those of the common pattern. */
  readonly identifiers: Identifiers;
  /** Network address of the caller; "" where nobody calls. */
  readonly address: string;
  /** The request behind a write, for the logs; undefined where nothing is logged: reads, and work of the server's own. */
  readonly origin?: CallOrigin | undefined;
}

/** What reads, and everything before a transaction, get: the same with the database. */
export interface RequestContext extends CommitContext {
  readonly database: Database;
  /** Whether the captcha that came along is answered rightly, which spends it; undefined where none came. */
  readonly captcha?: (() => Promise<boolean | undefined>) | undefined;
  /** The token that came along, unread; for what is open to anybody and looks at it itself. Everything else has its caller. */
  readonly bearer?: string | undefined;
}

/** The context of the phase before the transaction. */
export type PrepareContext = RequestContext;

/** Field name → value as storage knows it (null: none). */
export type Values = Record<string, unknown>;

/** A special read: parameters as sent, the payload of the envelope back. */
export type ReadHandler = (context: RequestContext, parameters: Readonly<Record<string, string>>, body: unknown) => Promise<unknown>;

/** What an action was called with. */
export interface ActionInput {
  /** Keys as they were sent, each once. */
  readonly ids: readonly string[];
  /** Checked values of what the dialog asks. */
  readonly values: Values;
  /** The whole body, for actions whose body is a shape of their own. */
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What `commit` of an action gets: its call, its rows, and what was prepared. */
export interface CommitInput<Prepared> extends ActionInput {
  /** Keys of the rows, which may be other than what was sent (a tenant's number names its row). */
  readonly ids: readonly string[];
  /**
   * The rows of the call in the order of their keys: locked until the transaction ends, within the caller's reach, their state checked, and
   * as they are after the action's own transition and answers were written. Empty where the action is on no row.
   */
  readonly rows: readonly Values[];
  readonly prepared: Prepared;
}

/**
 * What an action does beyond its definition, in three phases (docs/effects.md).
 *
 * ```ts
 * const close: Effect = {
 *   commit: async (tx, context, { rows }) => {
 *     for (const order of rows) await returnStock(context, tx, order);
 *     return {};
 *   },
 * };
 * ```
 */
export interface Effect<Prepared = unknown> {
  /** Before the transaction, once. The only phase with a database of its own: hashes, files, look-ups, limits. Throw ApiError to refuse. */
  prepare?(context: PrepareContext, input: ActionInput): Promise<Prepared>;
  /**
   * Inside the transaction, the only phase with one; it may run again after a conflict with another. What it returns becomes `data`. Throw
   * ApiError to refuse.
   */
  commit(tx: Transaction, context: CommitContext, input: CommitInput<Prepared>): Promise<unknown>;
  /** Jobs that are written in the same transaction, after `commit`, and run by workers once it is committed. */
  after?(context: CommitContext, input: CommitInput<Prepared> & { readonly answer: unknown }): readonly NewJob[];
  /** Past row-level security, where the call belongs to no tenant yet. Say why at every use. */
  readonly acrossTenants?: true;
}

/** A submit as it was sent. */
export interface SubmitInput {
  readonly isInsert: boolean;
  /** What was sent, not checked yet. */
  readonly body: Readonly<Values>;
}

interface SubmitWrite<Prepared> {
  /** What is written; phases before the write may change and add values, also of read-only fields. */
  readonly values: Values;
  /** The stored row, locked; undefined for an insert. */
  readonly current: Readonly<Values> | undefined;
  readonly prepared: Prepared;
}

interface SubmittedWrite<Prepared> extends SubmitWrite<Prepared> {
  readonly id: string;
}

/** What a submit of a resource does beyond its definition. Phases as those of an action; throw ApiError to refuse. */
export interface SubmitEffect<Prepared = unknown> {
  prepare?(context: PrepareContext, input: SubmitInput): Promise<Prepared>;
  /** Inside the transaction, before an insert or update. */
  beforeWrite?(tx: Transaction, context: CommitContext, write: SubmitWrite<Prepared>): Promise<void>;
  /** Inside the transaction, after it. */
  afterWrite?(tx: Transaction, context: CommitContext, write: SubmittedWrite<Prepared>): Promise<void>;
  after?(context: CommitContext, write: SubmittedWrite<Prepared>): readonly NewJob[];
}

export interface RemoveInput<Prepared> {
  /** The rows that go, locked and within the caller's reach. */
  readonly rows: readonly Values[];
  readonly prepared: Prepared;
}

/** What a removal of rows of a resource does beyond its definition. */
export interface RemoveEffect<Prepared = unknown> {
  prepare?(context: PrepareContext, input: { readonly ids: readonly string[] }): Promise<Prepared>;
  /** Inside the transaction, before the rows are removed. */
  beforeWrite?(tx: Transaction, context: CommitContext, input: RemoveInput<Prepared>): Promise<void>;
  after?(context: CommitContext, input: RemoveInput<Prepared>): readonly NewJob[];
}

/** Hooks into the common calls of one resource. */
export interface ResourceHooks {
  readonly submit?: SubmitEffect;
  readonly remove?: RemoveEffect;
  /** Last change to a row before it is answered (wire form). */
  readonly answer?: (row: Values, now: string) => Values;
}

/** What the folders of server/domain register, by "<resource>" or "<resource>.<name>". */
export interface Domain {
  readonly reads: Readonly<Record<string, ReadHandler>>;
  readonly actions: Readonly<Record<string, Effect>>;
  readonly hooks: Readonly<Record<string, ResourceHooks>>;
  /** Declared effects ("<resource>.<effect>") that this code implements; what is in no such list is missing (generated/missing.json). */
  readonly effects?: readonly string[];
  /** Handlers of background jobs, by their queues. */
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  /** What enqueues jobs by the clock, by names that are kept in the database. */
  readonly schedules?: Readonly<Record<string, Schedule>>;
}

export type { FieldModel, ResourceModel };
