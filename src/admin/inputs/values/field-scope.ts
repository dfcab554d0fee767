// The record around a field: what widgets may know of it, in a form, in a row of lines or in a search panel.
import { createContext, useContext, useSyncExternalStore } from "react";
import type { ScreenField } from "#schema/screen";
import type { Issue } from "#schema/validation";
import type { FormValues } from "./form-definition.ts";
import { createPendingEdits, type PendingEdits } from "./pending-edits.ts";
import { createValueStore, type ValueStore } from "./value-store.ts";

/** The props of a widget of any kind. Values come from JSON, so each widget checks its own. */
export interface WidgetProps {
  readonly field: ScreenField;
  /** Of the element that takes the focus; the label points to it. */
  readonly id: string;
  readonly value: unknown;
  /** Hands a value to the form; undefined is "none". */
  readonly onChange: (value: unknown) => void;
  readonly isDisabled: boolean;
  readonly isInvalid: boolean;
  /** Ids of the texts that describe it: help and error. */
  readonly describedBy: string | undefined;
  /** Its accessible name, where no label is rendered next to it. */
  readonly ariaLabel: string | undefined;
  /** Sentences of cells, by row and cell, for widgets that hold rows. */
  readonly cellErrors?: CellErrors;
  /** Sentences by name, for widgets that hold several named inputs. */
  readonly partErrors?: ReadonlyMap<string, string>;
}

/** A problem of one of several inputs of a widget. */
export interface PartIssue {
  readonly issue: Issue;
  /** The input was edited, so its problem is shown before the first submit. */
  readonly isTouched: boolean;
}

/** What a widget with several inputs of its own tells the form. */
interface WidgetParts {
  issues(): readonly PartIssue[];
  /** The complete value to send, with what is said of inputs that hold nothing. */
  sent(): unknown;
}

/** Row → cell → sentence. */
export type CellErrors = ReadonlyMap<number, ReadonlyMap<string, string>>;

export interface FieldScope {
  readonly place: "form" | "row" | "search";
  /** A stored record is edited. */
  readonly isEdit: boolean;
  /** The fields of that record. */
  readonly fields: readonly ScreenField[];
  /** The values that the record began with here, before anything was entered. */
  readonly started: FormValues;
  /** Values of the fields around, as given to the form. */
  readonly values: ValueStore<FormValues>;
  /** The same with what is being typed, and what follows from it: for what is only shown. */
  readonly shown: ValueStore<FormValues>;
  /** Fields that something shown hangs on. */
  readonly watched: ReadonlySet<string>;
  /** Takes what is typed into a field before the form is given it; without effect where nothing that is shown hangs on the field. */
  preview(name: string, value: unknown): void;
  /** The record as loaded, with the labels of its references; empty for a new one. */
  readonly record: FormValues;
  readonly pending: PendingEdits;
  /** Widgets that can scroll to an inner location register here: field → handler for the rest of the path. */
  readonly focusers: Map<string, (rest: readonly (string | number)[]) => void>;
  /** Widgets with several inputs of their own register here, by field. */
  readonly parts: Map<string, WidgetParts>;
}

export interface ScopeStart {
  readonly place: FieldScope["place"];
  readonly isEdit?: boolean;
  readonly fields: readonly ScreenField[];
  readonly values: FormValues;
  readonly record?: FormValues;
  readonly pending?: PendingEdits;
  readonly watched?: ReadonlySet<string>;
  /** A record with what follows from it. */
  readonly follow?: (record: FormValues) => FormValues;
  /** Is called after what is typed has changed what is shown. */
  readonly onPreview?: () => void;
}

const nothing: ReadonlySet<string> = new Set();

export function createFieldScope({
  place,
  isEdit = false,
  fields,
  values,
  record = {},
  pending = createPendingEdits(),
  watched = nothing,
  follow = (typed) => typed,
  onPreview,
}: ScopeStart): FieldScope {
  const [given, shown] = [createValueStore(values), createValueStore(values)];
  given.subscribe(() => shown.set(given.get()));
  const preview = (name: string, value: unknown) => {
    if (!watched.has(name)) return;
    shown.set(follow({ ...given.get(), [name]: value }));
    onPreview?.();
  };
  return {
    place,
    isEdit,
    fields,
    started: values,
    values: given,
    shown,
    watched,
    preview,
    record,
    pending,
    focusers: new Map(),
    parts: new Map(),
  };
}

export const FieldScopeContext = createContext<FieldScope>(createFieldScope({ place: "form", fields: [], values: {} }));

export function useFieldScope(): FieldScope {
  return useContext(FieldScopeContext);
}

/** The value of another field of the same record; undefined where there is no such field. */
export function useSibling(name: string | undefined): unknown {
  const { values } = useFieldScope();
  const read = () => (name === undefined ? undefined : values.get()[name]);
  return useSyncExternalStore(values.subscribe, read, read);
}
