// What the head of a record offers: what is usually done next and editing as buttons, all else in a menu, with what is refused now and why.
import { conditionWords, type WordedField } from "../../../schema/condition-words.ts";
import { lacksDetails } from "../../../schema/needed-details.ts";
import type { Screen, ScreenField } from "../../../schema/screen.ts";
import { alternativesOf, meets, type Condition, type Text } from "../../../schema/text.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { Row } from "../../api/wire-data.ts";
import type { Rights } from "../../access/use-rights.ts";
import { actionNamed, buttonsOf, footButtons, nextButtons, type RowButton } from "../row-actions/row-actions.ts";

/** What is not met; `noLines`: it needs lines; undefined where no condition says it: the record is at the lowest level of its tree. */
export type RefusalReason = Text | "noLines" | undefined;

export interface HeadActions {
  /** `isPrimary`: the usual next step. */
  readonly shown: readonly { readonly button: RowButton; readonly isPrimary: boolean }[];
  readonly possible: readonly RowButton[];
  readonly refused: readonly { readonly button: RowButton; readonly reason: RefusalReason }[];
}

interface HeadInput {
  readonly screen: Screen;
  readonly rights: Rights;
  /** All that this person may do with records of this resource. */
  readonly buttons: readonly RowButton[];
  readonly record: Row;
  /** The action that the record was opened for. */
  readonly wanted: string | undefined;
}

const wordedField = (field: ScreenField): WordedField => ({
  name: field.name,
  label: field.label,
  isTime: traitsOf(field).temporal !== undefined,
  choices: (field.options ?? []).map(({ value, label }) => [value, label]),
});

/** What a condition asks for that the record does not hold. */
function unmetWords(fields: readonly ScreenField[], condition: Condition, record: Row): Text | undefined {
  if (meets(condition, record)) return undefined;
  const unmet = alternativesOf(condition).map((all) =>
    Object.fromEntries(Object.entries(all).filter(([name, expected]) => !meets({ [name]: expected }, record))),
  );
  return conditionWords(unmet, new Map(fields.map((field) => [field.name, wordedField(field)])));
}

/** The condition under which a button is there. */
function conditionOf(screen: Screen, { name }: RowButton): Condition | undefined {
  if (name === "edit") return screen.editableWhen;
  if (name === "delete") return screen.removableWhen ?? screen.editableWhen;
  return actionNamed(screen, name)?.when;
}

/** Why a button is not possible now: its state comes first, lines alone would not help. */
function refusalOf(screen: Screen, button: RowButton, record: Row): RefusalReason {
  const condition = conditionOf(screen, button);
  const unmet = condition === undefined ? undefined : unmetWords(screen.fields, condition, record);
  if (unmet !== undefined) return unmet;
  return lacksDetails(actionNamed(screen, button.name) ?? {}, record) ? "noLines" : undefined;
}

export function headActions({ screen, rights, buttons, record, wanted }: HeadInput): HeadActions {
  const possible = buttonsOf(screen, buttons, record);
  const named = (name: string | undefined) => possible.filter((button) => actionNamed(screen, button.name)?.name === name);
  const primary = footButtons(screen, rights, record, wanted).find(({ look }) => look === "primary")?.action.name;
  const [first] = primary === undefined ? [] : named(primary);
  const next = new Set([...(first === undefined ? [] : [first]), ...nextButtons(screen, record, possible)]);
  const edit = possible.filter(({ name }) => name === "edit");
  const shown = [...next, ...edit];
  const rest = possible.filter((button) => !shown.includes(button));
  return {
    shown: shown.map((button) => ({ button, isPrimary: button === (first ?? [...next][0]) })),
    // What cannot be undone comes last.
    possible: [...rest.filter(({ isDangerous }) => !isDangerous), ...rest.filter(({ isDangerous }) => isDangerous)],
    refused: buttons
      .filter((button) => !possible.includes(button))
      .map((button) => ({ button, reason: refusalOf(screen, button, record) })),
  };
}
