// Copies, pastes, fills and clears ranges of cells, and says what was done and what was left out.
import { useEffect, useState } from "react";
import { isFillable } from "../../../fields/edited-cell.ts";
import { pastedCell, tableOf, useLookUps } from "../../../fields/pasted-cell.ts";
import { useLabelOf } from "../../data/queries/choice-lists.ts";
import { useFetchDictionary } from "../../data/queries/dictionary.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isNothing } from "../../../fields/shown-value.tsx";
import type { ScreenField } from "../../../schema/screen.ts";
import type { CellGrid } from "./grid-state.ts";
import { fillPlan, pastePlan, placesIn, rangeOf, writtenTable, type Range } from "./range.ts";
import type { CellChange, SheetRow } from "./sheet.ts";
import { writtenText, type Names } from "./written-text.ts";

/** Cells that are named in a message; of more, the number is said. */
const maxNamed = 3;

interface Target {
  readonly row: SheetRow;
  readonly field: ScreenField;
  readonly label: string;
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
export function useRanges(grid: Pick<CellGrid, "sheet" | "columns" | "selected" | "language" | "lockOf">): Ranges {
  const { sheet, columns, selected, language, lockOf } = grid;
  const { t } = useTranslation();
  const lookUps = useLookUps();
  const ofReference = useLabelOf();
  const ofEntry = useEntries(columns);
  const [message, say] = useState("");
  const range = (): Range => rangeOf(selected.get().focus, selected.get().anchor);
  const targetAt = (row: number, column: number): Target | undefined => {
    const at = sheet.row(sheet.order.get()[row] ?? "");
    const under = columns[column];
    return at === undefined || under === undefined ? undefined : { row: at, field: under.field, label: under.label };
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

  const paste = async (text: string): Promise<readonly string[]> => {
    const size = { rows: sheet.order.get().length, columns: columns.length };
    const { cells, rowsBeyond, columnsBeyond } = pastePlan(tableOf(text), range(), size);
    const changes: CellChange[] = [];
    const unread: string[] = [];
    let locked = 0;
    if (cells.length > columns.length) say(t("cells.pasting", { count: cells.length }));
    /** The cells of a row as they are after those before them: a workshop is looked for within the factory of its row. */
    const entered = new Map<string, Record<string, unknown>>();
    for (const { row, column, text: written } of cells) {
      const target = targetAt(row, column);
      if (target === undefined) continue;
      const { row: at, field, label } = target;
      if (lockOf(at, field) !== undefined) {
        locked += 1;
        continue;
      }
      const own = entered.get(at.key) ?? { ...at.values };
      entered.set(at.key, own);
      const { value, failure } = await pastedCell({ field, text: written, cells: own, lookUps });
      if (failure === undefined) {
        own[field.name] = value;
        changes.push({ key: at.key, name: field.name, value });
        continue;
      }
      const said = t(`cells.${failure}`, { text: written });
      sheet.note(at.key, field.name, { kind: "unread", message: said });
      unread.push(t("cells.at", { number: row + 1, label, said }));
    }
    sheet.change(changes);
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
      return [{ key: target.row.key, name: target.field.name, value: undefined }];
    });
    sheet.change(changes);
    return keysOf(changes);
  };

  return { copied, paste, fillDown, clear, message, say };
}
