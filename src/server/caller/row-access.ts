// Which rows callers may access beyond what definitions and data scopes say: hooks that areas register for their resources. Rows are read in
// many places, all of which have the model, so the hooks are found by it.
import type { Model } from "#schema/model";
import type { SqlFragment } from "../store/conditions.ts";
import type { Caller } from "./caller.ts";

/** The rows that a condition is about: the statement calls their table by the alias. */
export interface AccessedRows {
  readonly model: Model;
  readonly alias: string;
  /** The place of their tenant, where the statement is about one; otherwise each row says its own. */
  readonly tenant?: string | undefined;
}

/**
 * Conditions on the rows of one resource (docs/effects.md#which-rows-callers-access). They are part of every read, and of every look-up of a
 * row to be written or referred to; `rowCondition` and `rowValue` write them (src/server/rows/row-conditions.ts).
 */
export interface RowAccess {
  /** The condition for a caller, besides their data scopes. Undefined: no condition. */
  filter?(caller: Caller, rows: AccessedRows): SqlFragment | undefined;
  /** Rows that users of a channel may access although these belong to none of their channels. */
  channelUserFilter?(user: Pick<Caller, "userId">, rows: AccessedRows): SqlFragment;
  /** SQL of the channel that a row belongs to at present, where other rows decide about it as well as its own reference. */
  currentChannel?(rows: AccessedRows): string;
}

type AccessByResource = Readonly<Record<string, RowAccess | undefined>>;

const none: AccessByResource = {};
const ofModels = new WeakMap<Model, AccessByResource>();

/** Registers the hooks of a model's resources. */
export function useRowAccess(model: Model, hooks: Readonly<Record<string, { readonly access?: RowAccess | undefined }>>): void {
  ofModels.set(
    model,
    Object.fromEntries(Object.entries(hooks).flatMap(([name, { access }]) => (access === undefined ? [] : [[name, access]]))),
  );
}

/** The hooks of a model by resource: the same object as long as no others are registered. */
export const rowAccessOf = (model: Model): AccessByResource => ofModels.get(model) ?? none;
