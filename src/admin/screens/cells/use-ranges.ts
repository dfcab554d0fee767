// Copies, pastes, fills and clears ranges of cells, and says what was done and what was left out.
import { useEffect, useState } from "react";
import { isFillable } from "../../../fields/edited-cell.ts";
import { pastedCell, tableOf, useLookUps } from "../../../fields/pasted-cell.ts";
import { useLabelOf } from "../../data/queries/choice-lists.ts";
import { useFetchDictionary } from "../../data/queries/dictionary.ts";
import { failureOf } from "../../api/failure.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isNothing } from "../../../fields/shown-value.tsx";
import type { ScreenField } from "../../../schema/screen.ts";
import type { CellGrid } from "./grid-state.ts";
import { emptyOf, pasteInto, type PasteTarget } from "./paste-into.ts";
import { fillPlan, pastePlan, placesIn, rangeOf, writtenTable, type Range } from "./range.ts";
import type { CellChange, SheetRow } from "./sheet.ts";
import { writtenText, type Names } from "./written-text.ts";

/** Cells that are named in a message; of more, the number is said. */
const maxNamed = 3;

interface Target {
  readonly row: SheetRow;
  readonly field: ScreenField;
}

/** A cell that is pasted into, as messages name it. */
interface NamedTarget extends PasteTarget {
  readonly number: number;
  readonly label: string;
}

interface RangesInput extends Pick<CellGrid, "sheet" | "columns" | "selected" | "language" | "lockOf"> {
  /** Number of the first row. */
  readonly firstNumber: number;
}

interface Ranges {
  readonly copied: () => string;
  readonly paste: (text: string) => Promise<readonly string[]>;
  readonly fillDown: () => readonly string[];
  readonly clear: () => readonly string[];
  /** What was done last. */
  readonly message: string;
  readonly say: (message: string) => void;
}

/** The entries of the dictionaries that the columns of a grid show. */
function useEntries(columns: CellGrid["columns"]): Names["ofEntry"] {
  const fetchDictionary = useFetchDictionary();
  const [entries] = useState(() => new Map<string, ReadonlyMap<string, string>>());
  const nameOf = ({ dictionary, business }: ScreenField): string => `${dictionary ?? ""} ${String(business === true)}`;
  useEffect(() => {
    for (const { field } of columns) {
      if (field.dictionary === undefined || entries.has(nameOf(field))) continue;
      // Whoever may not read a dictionary copies its keys.
      void fetchDictionary(field.dictionary, field.business === true).then(
        (list) => entries.set(nameOf(field), new Map(list.map(({ value, label }) => [value, label]))),
        () => undefined,
      );
    }
  }, [columns, entries, fetchDictionary]);
  return (field, value) => entries.get(nameOf(field))?.get(value);
}

/** Functions that work on the cells selected now; those that change some give the keys of their rows. */
export function useRanges(grid: RangesInput): Ranges {
  const { sheet, columns, selected, language, lockOf, firstNumber } = grid;
  const { t } = useTranslation();
  const lookUps = useLookUps();
  const ofReference = useLabelOf();
  const ofEntry = useEntries(columns);
  const [message, say] = useState("");
  const range = (): Range => rangeOf(selected.get().focus, selected.get().anchor);
  const targetAt = (row: number, column: number): Target | undefined => {
    const at = sheet.row(sheet.order.get()[row] ?? "");
    const under = columns[column];
    return at === undefined || under === undefined ? undefined : { row: at, field: under.field };
  };
  const separator = language === "zh" ? "；" : "; ";
  const keysOf = (changes: readonly CellChange[]): readonly string[] => [...new Set(changes.map(({ key }) => key))];

  const copied = (): string => {
    const { top, left, bottom, right } = range();
    const rows = sheet.order.get().slice(top, bottom + 1);
    const fields = columns.slice(left, right + 1).map(({ field }) => field);
    say(t("cells.copied", { count: rows.length * fields.length }));
    return writtenTable(
      rows.map((key) => {
        const row = sheet.row(key);
        return fields.map((field) => (row === undefined ? "" : writtenText(field, row, { ofReference, ofEntry }, language)));
      }),
    );
  };

  const read = async (field: ScreenField, text: string, cells: SheetRow["values"]) => {
    try {
      return await pastedCell({ field, text, cells, lookUps });
    } catch (error) {
      return failureOf(error).message;
    }
  };
  const paste = async (text: string): Promise<readonly string[]> => {
    const keys = sheet.order.get();
    const { cells, rowsBeyond, columnsBeyond } = pastePlan(tableOf(text), range(), { rows: keys.length, columns: columns.length });
    // Other rows and columns may be shown before all names are looked up.
    const targets = cells.flatMap(({ row, column, text: written }): readonly NamedTarget[] => {
      const key = keys[row];
      const under = columns[column];
      if (key === undefined || under === undefined) return [];
      return [{ key, number: firstNumber + row, field: under.field, label: under.label, text: written }];
    });
    if (cells.length > columns.length) say(t("cells.pasting", { count: cells.length }));
    const release = sheet.pin([...new Set(targets.map(({ key }) => key))]);
    const { changes, failures, locked } = await pasteInto(targets, {
      sheet,
      lockOf,
      read,
      said: (failure, written) => t(`cells.${failure}`, { text: written }),
      changedMeanwhile: t("cells.changedMeanwhile"),
    }).finally(release);
    const unread = failures.map(({ target: { number, label }, said }) => t("cells.at", { number, label, said }));
    const unnamed = unread.length - maxNamed;
    say(
      [
        t("cells.pasted", { count: changes.length }),
        ...(rowsBeyond > 0 ? [t("cells.rowsBeyond", { count: rowsBeyond })] : []),
        ...(columnsBeyond > 0 ? [t("cells.columnsBeyond", { count: columnsBeyond })] : []),
        ...(locked > 0 ? [t("cells.lockedCells", { count: locked })] : []),
        ...unread.slice(0, maxNamed),
        ...(unnamed > 0 ? [t("cells.more", { count: unnamed })] : []),
      ].join(separator),
    );
    return keysOf(changes);
  };

  const fillDown = (): readonly string[] => {
    const { left, right, ...rows } = range();
    const plan = fillPlan({ left, right, ...rows });
    if (plan === undefined) return [];
    const changes = columns.slice(left, right + 1).flatMap(({ field }): readonly CellChange[] => {
      const value = sheet.row(sheet.order.get()[plan.from] ?? "")?.values[field.name];
      // Nobody empties cells by filling them, and what is unique is in one row alone.
      if (isNothing(value) || !isFillable(field)) return [];
      return plan.rows.flatMap((index) => {
        const row = sheet.row(sheet.order.get()[index] ?? "");
        return row === undefined || lockOf(row, field) !== undefined ? [] : [{ key: row.key, name: field.name, value }];
      });
    });
    sheet.change(changes);
    say(changes.length === 0 ? t("cells.nothingToFill") : t("cells.filled", { count: changes.length }));
    return keysOf(changes);
  };

  const clear = (): readonly string[] => {
    const changes = placesIn(range()).flatMap(({ row, column }): readonly CellChange[] => {
      const target = targetAt(row, column);
      if (target === undefined || lockOf(target.row, target.field) !== undefined) return [];
      return [{ key: target.row.key, name: target.field.name, value: emptyOf(target.field) }];
    });
    sheet.change(changes);
    return keysOf(changes);
  };

  return { copied, paste, fillDown, clear, message, say };
}
