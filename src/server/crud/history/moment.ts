// Moments of a history that are restored, and what of a row a restoration writes.
import type { FieldModel } from "#schema/model";
import type { Caller } from "../../caller/caller.ts";
import { businessError } from "../../http/errors.ts";

/** Changes since the moment that are looked through. */
export const maxChanges = 5_000;

export interface Moment {
  readonly change: string;
  readonly side: "before" | "after";
  /** The write that the change is part of; null where that is not known. */
  readonly entry: string | null;
}

export const tooLongAgo = () =>
  businessError("tooManyChanges", [
    "此后的变更过多，无法恢复到这一时刻",
    "There have been too many changes since then to restore this moment",
  ]);

export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether a submit of its caller writes a field. */
export const isSubmitted = (field: FieldModel, { isAdministrator }: Pick<Caller, "isAdministrator">): boolean =>
  field.stored &&
  !field.readonly &&
  !field.createOnly &&
  field.inForm.edit &&
  !field.traits.isSecret &&
  (isAdministrator || field.data.administratorOnly !== true);
