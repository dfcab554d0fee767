// The seams inside the server: what a request carries, and what code of an area (server/domain) may hang in.
import type { Language } from "#schema/text";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Caller } from "./caller/caller.ts";
import type { CallOrigin } from "./audit/origin.ts";
import type { JobHandler, Schedule } from "./jobs/job-handler.ts";
import type { Database, Scope, Transaction } from "./store/database.ts";
import type { Identifiers } from "./store/identifiers.ts";

/** What every handler gets. */
export interface RequestContext {
  readonly caller: Caller;
  readonly language: Language;
  readonly model: Model;
  readonly database: Database;
  /** The tenant whose rows are seen: the caller's, or the one its administrator named. */
  readonly scope: Scope;
  /** Local time "yyyy-MM-dd HH:mm:ss"; injected, so that tests decide. */
  readonly now: () => string;
  /** Ids of rows that a handler writes besides those of the common pattern. */
  readonly identifiers: Identifiers;
  /** Network address of whoever calls; "" where nobody does. */
  readonly address: string;
  /** Whether the captcha that came along is answered rightly, which spends it; undefined where none came. */
  readonly captcha?: (() => Promise<boolean | undefined>) | undefined;
  /** The token that came along, unread; for what is open to anybody and looks at it itself. Everything else has its caller. */
  readonly bearer?: string | undefined;
  /** The request behind a write, for the logs; undefined where nothing is logged: reads, and work of the server's own. */
  readonly origin?: CallOrigin | undefined;
}

/** Field name → value as storage knows it (null: none). */
export type Values = Record<string, unknown>;

/** A special read: parameters as sent, the payload of the envelope back. */
export type ReadHandler = (context: RequestContext, parameters: Readonly<Record<string, string>>, body: unknown) => Promise<unknown>;

export interface ActionInput {
  readonly ids: readonly string[];
  /** Checked values of what the dialog asks. */
  readonly values: Values;
  /** The whole body, for actions whose body is a shape of their own. */
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
}

/** A special action, inside the transaction that also moves the state. What it returns becomes `data`. */
export type ActionHandler = (context: RequestContext, tx: Transaction, input: ActionInput) => Promise<unknown>;

/** Hooks into the common pattern of one resource; all run inside the write's transaction. Throw ApiError to refuse. */
export interface ResourceHooks {
  /** Before an insert (current undefined) or update: may change or add values, also of read-only fields. */
  readonly beforeSubmit?: (context: RequestContext, tx: Transaction, write: { readonly values: Values; readonly current: Values | undefined }) => Promise<void>;
  readonly afterSubmit?: (context: RequestContext, tx: Transaction, write: { readonly id: string; readonly values: Values; readonly current: Values | undefined }) => Promise<void>;
  readonly beforeRemove?: (context: RequestContext, tx: Transaction, rows: readonly Values[]) => Promise<void>;
  /** Last change to a row before it is answered (wire form). */
  readonly answer?: (row: Values) => Values;
}

/** What the folders of server/domain register, by "<resource>" or "<resource>.<name>". */
export interface Domain {
  readonly reads: Readonly<Record<string, ReadHandler>>;
  readonly actions: Readonly<Record<string, ActionHandler>>;
  readonly hooks: Readonly<Record<string, ResourceHooks>>;
  /** Declared effects ("<resource>.<effect>") that this code implements; what is in no such list is missing (generated/missing.json). */
  readonly effects?: readonly string[];
  /** Handlers of background jobs, by their queues. */
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  /** What enqueues jobs by the clock, by names that are kept in the database. */
  readonly schedules?: Readonly<Record<string, Schedule>>;
}

export type { FieldModel, ResourceModel };
