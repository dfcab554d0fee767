// What a guard is: a rule that may refuse a write. The list of them, in their order, is `guards.ts`.
import type { ActionModel, ResourceModel } from "#schema/model";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import type { Services } from "../services.ts";
import type { ReadableFields } from "../sql/readable-fields.ts";
import { RowRefusal, type RowOfSet } from "./row-set.ts";

/**
 * How a row comes to be written:
 * - `insert`, `update`: somebody submits it;
 * - `action`: somebody runs an action on it;
 * - `transition`: the server carries out what was approved;
 * - `server`: an effect adds or changes it as part of another call;
 * - `remove`: somebody removes it;
 * - `cascade`: it goes with the row that it belongs to, or because that is saved without it;
 * - `restore`: somebody takes it out of the recycle bin;
 * - `rejoin`: it comes back with the row that it belongs to.
 */
export const writeKinds = ["insert", "update", "action", "transition", "server", "remove", "cascade", "restore", "rejoin"] as const;
export type WriteKind = (typeof writeKinds)[number];

/**
 * When a guard judges:
 * - `call`: before the transaction and before any work of the call, by who calls what;
 * - `sent`: before the transaction, by the values that were sent;
 * - `stored`: on locked rows, by what is stored and what was sent;
 * - `related`: on locked rows, by the rows that they belong or refer to;
 * - `placed`: on locked rows, by their place among others;
 * - `final`: once hooks and formulas have given every value, right before the write;
 * - `written`: on the rows as they were written.
 */
const guardPhases = ["call", "sent", "stored", "related", "placed", "final", "written"] as const;
type GuardPhase = (typeof guardPhases)[number];
export type RequestPhase = "call" | "sent";
export type RowPhase = Exclude<GuardPhase, RequestPhase>;

/** Whether a guard judges a kind of write: true, or the reason why it does not. */
type Applies = Readonly<Record<WriteKind, true | string>>;

/** A call that wants to write, before its transaction; of a submit that moves its row as an action does, inside it. */
export interface RequestedWrite {
  readonly kind: WriteKind;
  readonly services: Services;
  readonly context: Pick<CommitContext, "caller">;
  readonly resource: ResourceModel;
  /** Of an action. */
  readonly action?: ActionModel;
  /** What validation says about the values that were sent. */
  readonly issues?: readonly Issue[];
}

/** A write inside its transaction. */
export interface GuardedWrite {
  readonly tx: Transaction;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
  /** Of an action, and of the transition of one. */
  readonly action?: ActionModel | undefined;
  /** Other sites whose pictures are shown inside texts. */
  readonly imageSources: readonly string[];
}

/** What was sent to change a row. */
export interface SentChanges {
  /** What was sent, without what the caller cannot have meant. */
  readonly body: Readonly<Values>;
  /** What the submit writes by it. */
  readonly written: Readonly<Values>;
  /** What validation says about it. */
  readonly issues: readonly Issue[];
  readonly readable: ReadableFields;
  /** Fields that the step of a process lets its person change in a row that waits. */
  readonly taskFields: readonly string[];
}

/** A row that is written, or removed. */
export interface GuardedRow extends RowOfSet {
  readonly kind: WriteKind;
  readonly id: string;
  /** It is not stored yet. */
  readonly isNew: boolean;
  /** Its place in the set; a refusal names it. */
  readonly place: number;
  /** Names of the fields that the caller sent a value of. */
  readonly sent: ReadonlySet<string>;
  /** Of an update. */
  readonly changes?: SentChanges | undefined;
  /** The row as it lies in the recycle bin. Guards judge it as one that is added: it has no place among the others yet. */
  readonly removed?: Readonly<Values>;
  /**
   * Writes level and ancestors of the rows below it once it is written. These follow from where it is now; whether they may be there, the guard
   * “tree” has judged of the whole branch.
   */
  deriveBranch?: (() => Promise<void>) | undefined;
}

/** A stored row that is to be removed. */
export const leavingRow = (kind: "remove" | "cascade", resource: ResourceModel, current: Readonly<Values>, place: number): GuardedRow => ({
  kind,
  id: String(current[resource.key]),
  place,
  isNew: false,
  values: { ...current },
  current,
  sent: new Set(),
});

/** A removed row that is to be restored. */
export const returningRow = (
  kind: "restore" | "rejoin",
  resource: ResourceModel,
  removed: Readonly<Values>,
  place: number,
): GuardedRow => ({
  kind,
  id: String(removed[resource.key]),
  place,
  isNew: false,
  values: { ...removed },
  current: undefined,
  sent: new Set(),
  removed,
});

/** Whether a write takes its row out of the recycle bin. */
export const isReturning = ({ kind }: Pick<GuardedRow, "kind">): boolean => kind === "restore" || kind === "rejoin";

/** Whether a write removes its row. */
export const isRemoved = ({ kind }: Pick<GuardedRow, "kind">): boolean => kind === "remove" || kind === "cascade";

/** A guard that judges a call before its transaction. Throws what it refuses. */
export interface RequestGuard {
  readonly name: string;
  readonly phase: RequestPhase;
  readonly on: Applies;
  check(write: RequestedWrite): void;
}

/** The issues of rows, row by row. */
type Judgement = readonly (readonly Issue[])[];

/**
 * A guard that judges rows inside the transaction, all of them with as many statements as one needs. Returns issues of fields row by row, or
 * throws the refusal of a row (`RowRefusal`); what follows from the row (a copied value, the level in a tree) it writes into its values.
 */
export interface RowGuard {
  readonly name: string;
  readonly phase: RowPhase;
  readonly on: Applies;
  check(write: GuardedWrite, rows: readonly GuardedRow[]): Judgement | Promise<Judgement>;
}

export type Guard = RequestGuard | RowGuard;

type Judged = readonly Issue[] | void;

/** A row guard that judges one row after the other; it waits only where its check does. */
export const eachRow =
  (check: (write: GuardedWrite, row: GuardedRow) => Judged | Promise<Judged>): RowGuard["check"] =>
  async (write, rows) => {
    const issues: (readonly Issue[])[] = [];
    for (const [index, row] of rows.entries()) {
      try {
        const judged = check(write, row);
        issues.push((judged instanceof Promise ? await judged : judged) ?? []);
      } catch (error) {
        throw new RowRefusal(index, error);
      }
    }
    return issues;
  };
