// The rows that a transaction has moved from state to state, and who is told of them: followers (domain/desk/comments). By the model, as jobs
// and requests alike write rows of it.
import { hasComments } from "#schema/comments";
import type { Model, ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../contract.ts";
import type { Transaction } from "../store/database.ts";

/** A row that is in another state now than before the transaction. */
interface StateMove {
  readonly resource: ResourceModel;
  readonly id: string;
  /** The states before and now, as they are stored. */
  readonly from: string;
  readonly to: string;
}

/** Is told of the moves of a transaction before it commits, in it; never of none. */
export type StateWatch = (tx: Transaction, context: CommitContext, moves: readonly StateMove[]) => Promise<void>;

/** Rows of one transaction whose moves are told of; a bound on memory, as in the history of rows. */
const maxMoves = 5_000;

const stored = (value: unknown): string => (value === null || value === undefined ? "" : String(value));

/** Collects the moves of one transaction. */
export class StateMoves {
  readonly #rows = new Map<string, StateMove>();

  /** Notes a write of a row, whose state it may have changed. */
  record(
    resource: ResourceModel,
    id: string,
    { before, after }: { readonly before: Readonly<Values>; readonly after: Readonly<Values> },
  ): void {
    const { stateField } = resource;
    if (stateField === undefined || !(stateField.name in before && stateField.name in after) || !hasComments(resource)) return;
    const [from, to] = [stored(before[stateField.name]), stored(after[stateField.name])];
    const key = `${resource.name} ${id}`;
    const earlier = this.#rows.get(key);
    if (from === to || (earlier === undefined && this.#rows.size >= maxMoves)) return;
    this.#rows.set(key, { resource, id, to, from: earlier?.from ?? from });
  }

  /** Those of rows that did not come back to where they were. */
  all(): readonly StateMove[] {
    return [...this.#rows.values()].filter(({ from, to }) => from !== to);
  }
}

const watches = new WeakMap<Model, StateWatch>();

/** Has somebody be told of the moves of a model's rows. */
export function useStateWatch(model: Model, watch: StateWatch | undefined): void {
  if (watch === undefined) watches.delete(model);
  else watches.set(model, (tx, context, moves) => (moves.length === 0 ? Promise.resolve() : watch(tx, context, moves)));
}

/** Who is told of the moves of a model's rows; undefined where nobody is. */
export const stateWatchOf = (model: Model): StateWatch | undefined => watches.get(model);
