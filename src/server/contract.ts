// The seams inside the server: what a request carries, and what code of an area (server/domain) may hang in.
import type { Actions } from "#generated/actions.ts";
import type { Tables } from "#generated/tables.ts";
import type { ApprovalStep } from "#schema/history";
import type { Language } from "#schema/text";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { CountCall } from "./access/call-counts.ts";
import type { Caller } from "./caller/caller.ts";
import type { RowAccess } from "./caller/row-access.ts";
import type { CallOrigin } from "./audit/origin.ts";
import type { RowWatch } from "./audit/row-watch.ts";
import type { StateWatch } from "./audit/state-moves.ts";
import type { ExportColumn, ExportRows } from "./export/sheet.ts";
import type { JobHandler, Schedule } from "./jobs/job-handler.ts";
import type { ReceivedFiles } from "./http/multipart.ts";
import type { NewJob } from "./jobs/new-job.ts";
import type { SentValues, StoredRow, Values, WritableValues } from "./rows/stored.ts";
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
  /** Whether the request begins a download, if it is one; a later part of the file counts no more than the first did. */
  readonly beginsDownload?: boolean | undefined;
  /** Who is told of changes of rows (webhooks); undefined where nobody is: seeds, and reads. */
  readonly subscriptions?: ChangeSubscriptions | undefined;
  /** What is registered, for calls at whose end an action of another resource is carried out: approvals. Undefined in reads and seeds. */
  readonly domain?: AnyDomain | undefined;
  /** What the effect that a decision may carry out has prepared before the transaction. */
  readonly preparedDecision?: unknown;
}

/** Who has subscribed to changes of rows, as a process knows it. */
export interface ChangeSubscriptions {
  /** Has what is known of a tenant be of this version. Undefined where it is. */
  require(version: string, tenantId: string): Promise<void> | undefined;
  /** Has what is known of a tenant be as the database has it now: for what begins without a session. */
  refresh(tenantId: string): Promise<void>;
  /** What is told of the changes of one transaction; undefined where nobody is told of any. */
  watch(context: CommitContext): (RowWatch & { publish(tx: Transaction, context: CommitContext): Promise<void> }) | undefined;
}

/** Keeps the answer of a call with an idempotency key together with what the call writes (docs/wire.md §1.1). */
export interface AnswerRecord {
  /** First in the transaction: throws where the same call is being carried out elsewhere. */
  begin(tx: Transaction): Promise<void>;
  /** Last in the transaction, which is one of the tenant's. */
  store(tx: Transaction, payload: unknown, tenantId: string): void;
}

/** What reads, and everything before a transaction, get: the same with the database. */
export interface RequestContext extends CommitContext {
  readonly database: Database;
  /** Undefined where a call came without an idempotency key. */
  readonly answerRecord?: AnswerRecord | undefined;
  /** Whether the captcha that came along is answered rightly, which spends it; undefined where none came. */
  readonly captcha?: (() => Promise<boolean | undefined>) | undefined;
  /** Counts what the caller does by the minute, across all processes; undefined where no request came. */
  readonly countCall?: CountCall | undefined;
  /** Whether API scopes let the caller call a path; undefined where no request came. */
  readonly mayCall?: ((path: string) => boolean) | undefined;
  /** The token that came along, unread; for what is open to anybody and looks at it itself. Everything else has its caller. */
  readonly bearer?: string | undefined;
}

/** The context of the phase before the transaction. */
export type PrepareContext = RequestContext;

/** A special read: parameters as sent, the payload of the envelope back. */
export type ReadHandler = (context: RequestContext, parameters: Readonly<Record<string, string>>, body: unknown) => Promise<unknown>;

/** All rows of a list that a read works out, as its filters leave them: what the charts above the list are made of. */
export interface ChartRows {
  /** A table expression with the alias `t`, with its conditions: what follows FROM. Its columns are those of the fields that charts use. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Whether the caller sees the values of a field. */
  readonly isReadable: (field: FieldModel) => boolean;
  /** Figures beside a report, which may be as late as it. */
  readonly mayBeLate?: true;
}

/** The rows of the charts of a read, by the parameters of the read. */
export type ChartSource = (context: RequestContext, parameters: Readonly<Record<string, string>>) => ChartRows | Promise<ChartRows>;

/** A table that a read works out (`exported` of its definition), for files. */
export interface FileTable {
  /** Of the file, in the reader's language. */
  readonly name: string;
  /** Works it out, once the file is being written. */
  read(): Promise<{ readonly columns: readonly ExportColumn[]; readonly rows: ExportRows }>;
}

/** Checks what is asked for and answers the table. Throws what is to be refused. */
export type TableHandler = (context: RequestContext, parameters: Readonly<Record<string, string>>) => Promise<FileTable>;

/** What an action was called with. `Asked` is what its dialog asks. */
export interface ActionInput<Asked = Readonly<Values>> {
  /** Keys as they were sent, each once. */
  readonly ids: readonly string[];
  /** Checked values of what the dialog asks. */
  readonly values: Readonly<Asked>;
  /** The whole body, for actions whose body is a shape of their own. */
  readonly body: unknown;
  readonly parameters: Readonly<Record<string, string>>;
  /** The person has read what is unusual about the rows, and wants the action all the same (`warning` of its definition). */
  readonly isConfirmed: boolean;
  /** Files that came with the call, by their fields; their values are the addresses. Removed again where the call is refused. */
  readonly files: ReceivedFiles;
}

/** What `commit` of an action gets: its call, its rows, and what was prepared. */
export interface CommitInput<Prepared, Row = Readonly<Values>, Asked = Readonly<Values>> extends ActionInput<Asked> {
  /** Keys of the rows, which may be other than what was sent (a tenant's number names its row). */
  readonly ids: readonly string[];
  /**
   * The rows of the call in the order of their keys: locked until the transaction ends, within the caller's reach, their state checked, and
   * as they are after the action's own transition and answers were written. Empty where the action is on no row.
   */
  readonly rows: readonly Row[];
  readonly prepared: Prepared;
}

/** The phases of an effect, over rows and values of any resource; the frame runs them for the action that they are registered for. */
export interface ActionPhases<Prepared = unknown, Row = Readonly<Values>, Asked = Readonly<Values>> {
  /** Before the transaction, once. The only phase with a database of its own: hashes, files, look-ups, limits. Throw ApiError to refuse. */
  prepare?(context: PrepareContext, input: ActionInput<Asked>): Promise<Prepared>;
  /**
   * Inside the transaction, the only phase with one; it may run again after a conflict with another. What it returns becomes `data`. Throw
   * ApiError to refuse.
   */
  commit(tx: Transaction, context: CommitContext, input: CommitInput<Prepared, Row, Asked>): Promise<unknown>;
  /** Jobs that are written in the same transaction, after `commit`, and run by workers once it is committed. */
  enqueue?(context: CommitContext, input: CommitInput<Prepared, Row, Asked> & { readonly answer: unknown }): readonly NewJob[];
  /** Past row-level security, where the call belongs to no tenant yet. Say why at every use. */
  readonly acrossTenants?: true;
  /** Bytes of its body at most, where it takes more than others: a file that is read at once and not kept. */
  readonly bodyLimit?: number;
}

/** "<resource>.<action>" of an action that a definition declares. */
export type ActionName = keyof Actions & string;
type ResourceOf<Name> = Name extends `${infer Resource}.${string}` ? Resource : never;

/**
 * What an action does beyond its definition, in three phases (docs/effects.md). Its rows and values have the fields of its resource and of
 * its dialog.
 *
 * ```ts
 * const close: Effect<"order.close"> = {
 *   commit: async (tx, context, { rows, values }) => {
 *     for (const { id } of rows) await returnStock(context, tx, id, values.closeReason);
 *     return {};
 *   },
 * };
 * ```
 */
export interface Effect<Name extends ActionName, Prepared = unknown> extends ActionPhases<
  Prepared,
  StoredRow<ResourceOf<Name>>,
  Actions[Name]
> {
  /** For the type checker alone, never set: the effect of one action is none of another, even where the fields of both are the same. */
  readonly of?: (name: Name) => never;
}

/** A submit as it was sent. */
interface SubmitInput<Body = Readonly<Values>> {
  readonly isInsert: boolean;
  /** What was sent, not checked yet. */
  readonly body: Readonly<Body>;
}

export interface SubmitWrite<Prepared, Row, Written> {
  /** What is written; phases before the write may change and add values, also of read-only fields. */
  readonly values: Written;
  /** The stored row, locked; undefined for an insert. */
  readonly current: Row | undefined;
  readonly prepared: Prepared;
  /** Checked values of fields that have no column, such as rows of another resource that are sent with the row. */
  readonly unstored: Readonly<Values>;
}

interface SubmittedWrite<Prepared, Row, Written> extends SubmitWrite<Prepared, Row, Written> {
  readonly id: string;
}

/** The phases around a submit, over rows of any resource. */
export interface SubmitPhases<Prepared = unknown, Row = Readonly<Values>, Written = Values, Body = Readonly<Values>> {
  beforeValidate?(context: PrepareContext, input: SubmitInput<Body>): Promise<Prepared>;
  /**
   * Inside the transaction, before an insert: the id of the row that there is already for what was sent. It is answered then, and nothing is
   * written. May lock what keeps others from adding the same, and refuse.
   */
  findExisting?(tx: Transaction, context: CommitContext, sent: { readonly values: Readonly<Written> }): Promise<string | undefined>;
  /** Inside the transaction, before an insert or update. */
  beforeChange?(tx: Transaction, context: CommitContext, write: SubmitWrite<Prepared, Row, Written>): Promise<void>;
  /** Inside the transaction, after it. */
  afterChange?(tx: Transaction, context: CommitContext, write: SubmittedWrite<Prepared, Row, Written>): Promise<void>;
  enqueue?(context: CommitContext, write: SubmittedWrite<Prepared, Row, Written>): readonly NewJob[];
  /** The phases around a write for all rows of a list (`phasesOfRows`); without them rows of a list are written one after the other. */
  readonly together?: RowsPhases<Prepared, Row, Written>;
}

/** The phases around a write of rows, in their order. A refusal says which row it is about (`RowRefusal`). */
export interface RowsPhases<Prepared = unknown, Row = Readonly<Values>, Written = Values> {
  beforeChanges(tx: Transaction, context: CommitContext, writes: readonly SubmitWrite<Prepared, Row, Written>[]): Promise<void>;
  afterChanges(tx: Transaction, context: CommitContext, writes: readonly SubmittedWrite<Prepared, Row, Written>[]): Promise<void>;
}

/** What a submit of a resource does beyond its definition. Phases as those of an action; throw ApiError to refuse. */
export interface SubmitEffect<Resource extends string, Prepared = unknown> extends SubmitPhases<
  Prepared,
  StoredRow<Resource>,
  WritableValues<Resource>,
  SentValues<Resource>
> {}

interface RemoveInput<Prepared, Row = Readonly<Values>> {
  /** The rows that go, locked and within the caller's reach. */
  readonly rows: readonly Row[];
  readonly prepared: Prepared;
}

/** The phases around a removal, over rows of any resource. */
interface RemovePhases<Prepared = unknown, Row = Readonly<Values>> {
  prepare?(context: PrepareContext, input: { readonly ids: readonly string[] }): Promise<Prepared>;
  /** Inside the transaction, before the rows are removed. */
  beforeRemove?(tx: Transaction, context: CommitContext, input: RemoveInput<Prepared, Row>): Promise<void>;
  /**
   * Inside the transaction, once the rows are removed: what follows from that for other rows of the resource. Where other rows are written with the
   * removal, such as the lines of a document, it comes after them, who are judged and changed as they were when they were read.
   */
  afterRemove?(tx: Transaction, context: CommitContext, input: RemoveInput<Prepared, Row>): Promise<void>;
  enqueue?(context: CommitContext, input: RemoveInput<Prepared, Row>): readonly NewJob[];
}

/** What a removal of rows of a resource does beyond its definition. */
export interface RemoveEffect<Resource extends string, Prepared = unknown> extends RemovePhases<Prepared, StoredRow<Resource>> {}

interface RestoreInput<Row = Readonly<Values>> {
  /** The rows that come back, as they were when they were removed, locked and within the caller's reach. */
  readonly rows: readonly Row[];
}

/** The phases around a restoration, over rows of any resource. */
interface RestorePhases<Row = Readonly<Values>> {
  /** Inside the transaction, before the rows are back. */
  beforeRestore?(tx: Transaction, context: CommitContext, input: RestoreInput<Row>): Promise<void>;
  /** Inside the transaction, after it. */
  afterRestore?(tx: Transaction, context: CommitContext, input: RestoreInput<Row>): Promise<void>;
}

/** What the restoration of removed rows of a resource does beyond its definition; none of the phases where that is nothing. */
export interface RestoreEffect<Resource extends string> extends RestorePhases<StoredRow<Resource>> {}

/** Hooks into the common calls of a resource of any name. */
interface HookPhases {
  readonly submit?: SubmitPhases;
  readonly remove?: RemovePhases;
  /** Needed where the other phases do something and removed rows can be restored. */
  readonly restore?: RestorePhases;
  /** Which rows callers may access, beyond what the definition and their data scopes say. */
  readonly access?: RowAccess;
  /** Last change to a row before it is answered (wire form). */
  afterRead?(row: Values, now: string, language: Language): Values;
  /** How values that clients filter the list or its export by are stored, where clients of the platform spell them otherwise; by the field. */
  readonly normalizeFilter?: Readonly<Record<string, ((sent: string) => string) | undefined>>;
  /**
   * Brings the rows of a new installation about that an effect makes: their seed says only what happened, in the order of time. Without it seed
   * rows are written as they are. The database of the context is the transaction of the installation.
   */
  seed?(context: RequestContext, happened: readonly Readonly<Values>[]): Promise<void>;
}

/** A row as it is answered: its fields, and labels of what it refers to. */
type AnsweredRow<Resource extends string> = SentValues<Resource> & { readonly [Label in `${string}Name`]?: unknown };

/** Hooks into the common calls of one resource. */
export interface ResourceHooks<Resource extends string> extends HookPhases {
  readonly submit?: SubmitEffect<Resource>;
  readonly remove?: RemoveEffect<Resource>;
  readonly restore?: RestoreEffect<Resource>;
  afterRead?(row: AnsweredRow<Resource>, now: string, language: Language): Values;
  readonly normalizeFilter?: { readonly [Field in keyof StoredRow<Resource> & string]?: (sent: string) => string };
  /** For the type checker alone, never set: the hooks of one resource are none of another. */
  readonly of?: (resource: Resource) => never;
}

/** A row that waits, and the definition of the process that decides about it. */
export interface ApprovalRequest {
  readonly resource: ResourceModel;
  readonly id: string;
  readonly definitionId: string;
}

/** Has people decide about rows before they move on (the word `approval` of their definition). */
export interface Approvals {
  /** The definition that decides about rows of a resource; undefined where nothing is asked. Refuses where one has to be deployed first. */
  processFor(tx: Transaction, context: CommitContext, resource: ResourceModel): Promise<string | undefined>;
  /** Starts the process about a row that was moved to wait; answers its instance. */
  start(tx: Transaction, context: CommitContext, request: ApprovalRequest): Promise<string>;
  /** Fields that the caller may change in a row that waits, because a task about it is theirs. */
  editable(tx: Transaction, context: CommitContext, resource: ResourceModel, row: Readonly<Values>): Promise<readonly string[]>;
  /** Whether a row that waits is back with the caller, who puts the request right: its lines are changed as before it was asked for. */
  isBack(tx: Transaction, context: CommitContext, row: Readonly<Values>): Promise<boolean>;
  /** Locks what runs about rows, which comes before the rows themselves. */
  hold(tx: Transaction, context: CommitContext, resource: ResourceModel, keys: readonly string[]): Promise<void>;
  /** The effect of taking a request back. */
  readonly withdraw: ActionPhases;
  /** What people did in the approvals of a record that the caller may open, as far as they may know of it. */
  steps(context: RequestContext, subject: ApprovedRecord, wanted: WantedSteps): Promise<ApprovalSteps>;
}

/** A record that approvals may be about. */
interface ApprovedRecord {
  readonly resource: ResourceModel;
  readonly id: string;
}

interface WantedSteps {
  /** The id in whose place the page ends that was read before; "" for the first one. */
  readonly before: string;
  /** What their comments or people have to contain; "" for all. */
  readonly text: string;
}

/** A page of steps, the latest first. */
export interface ApprovalSteps {
  readonly steps: readonly ApprovalStep[];
  /** Where it ends; "" where there are no earlier ones. */
  readonly next: string;
}

/** What was found of a resource by a text. */
export interface SearchGroup {
  readonly resource: string;
  /** There are more than these. */
  readonly hasMore: boolean;
  readonly rows: readonly Values[];
}

/** What is registered whatever the resources. */
interface DomainBasics {
  readonly reads: Readonly<Record<string, ReadHandler>>;
  /** Reads as tables for files, by the names of the reads. */
  readonly tables?: Readonly<Record<string, TableHandler>>;
  /** Rows of charts above lists that reads work out ("<resource>.<read>-charts"). */
  readonly charts?: Readonly<Record<string, ChartSource>>;
  /** Declared effects ("<resource>.<effect>") that this code implements; what is in no such list is missing (generated/missing.json). */
  readonly effects?: readonly string[];
  /** Handlers of background jobs, by their queues. */
  readonly jobs?: Readonly<Record<string, JobHandler>>;
  /**
   * Makes rows anew that are worked out from other rows, by what they are: of one tenant, in whose name the context is. Run where rows were
   * written past the effects that keep them, as the seed does.
   */
  readonly rebuilds?: Readonly<Record<string, (tx: Transaction, context: CommitContext) => Promise<void>>>;
  /**
   * Gives tenants what every tenant has, where they were there before it was. At every start, as the owner, in the name of the platform;
   * does nothing where nothing is missing.
   */
  readonly completions?: Readonly<Record<string, (tx: Transaction, context: CommitContext) => Promise<void>>>;
  /** What enqueues jobs by the clock, by names that are kept in the database. */
  readonly schedules?: Readonly<Record<string, Schedule>>;
  /** Finds what is no row of a definition by a text that somebody typed into the command palette; one area does. */
  readonly finder?: ((context: RequestContext, text: string) => Promise<SearchGroup | undefined>) | undefined;
  /** Is told of moves of rows from state to state; one area is. */
  readonly stateWatch?: StateWatch | undefined;
  /** Approvals of whatever resource declares them; one area has them. */
  readonly approvals?: Approvals | undefined;
}

/** What the folders of server/domain register, by "<resource>" or "<resource>.<name>": each effect under the name that its type says. */
export interface Domain extends DomainBasics {
  readonly actions: { readonly [Name in ActionName]?: Effect<Name> };
  readonly hooks: { readonly [Resource in keyof Tables]?: ResourceHooks<Resource> };
}

/** The same for a model of any resources: all that is registered, as the frame runs it. */
export interface AnyDomain extends DomainBasics {
  readonly actions: Readonly<Record<string, ActionPhases>>;
  readonly hooks: Readonly<Record<string, HookPhases>>;
}

export type { Values };
