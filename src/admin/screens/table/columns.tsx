// The columns of a list, made once per screen, language, rights and preferences: selection, number, fields, actions.
import type { ColumnsType } from "antd/es/table";
import type { SortOrder } from "antd/es/table/interface";
import type { Cell } from "../../../fields/cell.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { canBeColumn, traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { rowTitle } from "../data/row-title.ts";
import type { ValueColumn } from "./column-widths.ts";
import { arranged, type ColumnPreferences } from "./column-preferences.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { ListSort } from "../search/list-query.ts";
import { actionsWidth, buttonsOf, splitButtons, textWidth, type RowButton } from "../row-actions/row-actions.ts";
import { RowButtons } from "../row-actions/row-buttons.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { addressBelow } from "../../workspace/record-address.ts";
import { referenceCell, referencedList, type ListOf } from "./reference-cell.tsx";
import { RowCheckbox, checkboxClass } from "./row-checkboxes.tsx";
import type { RowDragging } from "./row-drag.tsx";
import type { Selection } from "./selection.ts";

/** A single picture that the list shows: what the row looks like. */
export function isPortrait(field: ScreenField): boolean {
  return field.list === true && field.wire === "text" && traitsOf(field).files === "pictures";
}

/** A narrow table shows little more than its first columns. */
const maxBeforeTitle = 2;

/**
 * The fields that can be columns, shown at first or not, in the order that the definition gives. Without one, what people know a row by
 * stands together: its picture before the title, its state and its date behind it, since the buttons at the other end of the row depend on
 * them, then what the definition says people look for. In a tree the title comes first, because the rows are opened at it.
 */
export function listableFields(
  screen: Pick<ListViewModel, "fields" | "title" | "tree" | "status" | "date" | "defaultColumns" | "mainColumns">,
  isAdministrator: boolean,
): readonly ScreenField[] {
  const listable = screen.fields.filter(
    (field) =>
      canBeColumn(field) &&
      // What no screen shows is for calls.
      (field.list === true || field.visibleIn?.length !== 0) &&
      (isAdministrator || field.administratorOnly !== true),
  );
  const named = (name: string | undefined) => listable.filter((field) => field.name === name);
  if (screen.defaultColumns !== undefined) {
    const columns = screen.defaultColumns.flatMap(named);
    return [...columns, ...listable.filter((field) => !columns.includes(field))];
  }
  const title = named(screen.title);
  const portrait = title.length === 0 || screen.tree !== undefined ? [] : listable.filter(isPortrait).slice(0, 1);
  const ofRow = [...named(screen.status), ...named(screen.date)].filter((field) => !title.includes(field));
  const behind = [...new Set([...ofRow, ...(screen.mainColumns ?? []).flatMap(named)])];
  const others = listable.filter((field) => ![...portrait, ...behind, ...title].includes(field));
  // Without a title among the columns, the first of them stands for it.
  const first = title.length === 0 ? others.slice(0, 1) : title;
  const rest = title.length === 0 ? others.slice(1) : others;
  const before = screen.tree === undefined && title[0] !== undefined ? listable.indexOf(title[0]) : 0;
  const leading = rest.filter((field) => field.list === true && listable.indexOf(field) < before).slice(0, maxBeforeTitle);
  return [...leading, ...portrait, ...first, ...behind, ...rest.filter((field) => !leading.includes(field))];
}

/** The fields in the order wished, those that are pinned first. */
export function arrangedFields(fields: readonly ScreenField[], preferences: ColumnPreferences): readonly ScreenField[] {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const pinned = new Set(preferences.pinned);
  const names = arranged([...byName.keys()], preferences.order);
  return [...names.filter((name) => pinned.has(name)), ...names.filter((name) => !pinned.has(name))].flatMap(
    (name) => byName.get(name) ?? [],
  );
}

/** The fields that are columns now, in their order. */
export function shownFields(fields: readonly ScreenField[], preferences: ColumnPreferences): readonly ScreenField[] {
  return arrangedFields(fields, preferences).filter((field) => preferences.shown[field.name] ?? field.list === true);
}

interface Filled {
  readonly screen: Pick<ListViewModel, "title" | "status" | "date">;
  readonly rows: readonly Row[];
  readonly language: Language;
  readonly preferences: ColumnPreferences;
}

/** The fields that any of the rows has a value of, what rows are known by, and those that the person has asked for. */
export function filledFields(fields: readonly ScreenField[], { screen, rows, language, preferences }: Filled): readonly ScreenField[] {
  if (rows.length === 0) return fields;
  const kept: ReadonlySet<string | undefined> = new Set([screen.title, screen.status, screen.date]);
  return fields.filter((field) => {
    if (kept.has(field.name) || preferences.shown[field.name] === true) return true;
    const cell = cellOf(field);
    return rows.some((row) => cell.text({ field, value: row[field.name], row, language }) !== "");
  });
}

/** Most width of a name in half of a page, px: the numbers behind it matter more than its end. */
const widestName = 104;

export function columnWidth(field: ScreenField, language: Language, isHalf = false): number {
  const width = ownWidth(field, language);
  return isHalf && (field.reference !== undefined || field.options !== undefined) ? Math.min(width, widestName) : width;
}

/** px, for the label of a field and what orders its rows. */
const widthOfHeading = (field: ScreenField, language: Language): number =>
  textWidth(inLanguage(field.label, language)) + (field.sortable ? 52 : 34);

function ownWidth(field: ScreenField, language: Language): number {
  if (field.width !== undefined) return field.width;
  const heading = widthOfHeading(field, language);
  const options = (field.options ?? []).map((option) => textWidth(inLanguage(option.label, language)) + 34);
  return Math.ceil(Math.max(traitsOf(field).width, heading, ...options));
}

/** A third click on a heading goes back to the usual order. */
const bothWays: SortOrder[] = ["ascend", "descend"];

/** What a cell draws besides its text: nothing, where it is a plain text or a link of one. */
function widthAround(field: ScreenField, cell: Cell, isLink: boolean): number | undefined {
  const isPlain =
    cell.render === undefined || field.reference !== undefined || (cell.leads !== true && (isLink || field.leadsTo !== undefined));
  return isPlain ? 0 : cell.around;
}

function fieldColumn(
  field: ScreenField,
  {
    screen,
    language,
    sorts,
    isHalf,
    pages,
    listOf,
    texts,
    widths,
  }: Pick<ColumnsInput, "screen" | "language" | "sorts" | "isHalf" | "pages" | "listOf" | "texts" | "widths">,
): ValueColumn {
  const cell = cellOf(field);
  const list = field.name === screen.title ? pages : undefined;
  const referenced = list === undefined ? referencedList(field, listOf) : undefined;
  const place = sorts.findIndex((sort) => sort.field === field.name);
  const sortOrder: SortOrder = place < 0 ? null : sorts[place]?.descending === true ? "descend" : "ascend";
  return {
    key: field.name,
    dataIndex: field.name,
    title: inLanguage(field.label, language),
    width: columnWidth(field, language, isHalf),
    headingWidth: Math.ceil(widthOfHeading(field, language)),
    ...(widths[field.name] === undefined ? {} : { chosenWidth: widths[field.name] }),
    shownText: (row) => cell.text({ field, value: row[field.name], row, language }),
    around: widthAround(field, cell, list !== undefined),
    isTitle: field.name === screen.title,
    isTree: screen.tree !== undefined && field.name === screen.title,
    ellipsis: true,
    ...(cell.align === undefined ? {} : { align: cell.align, className: "tm-digits" }),
    ...(place >= 0 && sorts.length > 1 ? { sortPlace: { place: place + 1, text: texts.sortPlace(place + 1) } } : {}),
    // The list decides the order: antd shows it, that of several columns only under a `multiple`.
    ...(field.sortable ? { sorter: { multiple: 1 }, sortOrder, showSorterTooltip: false, sortDirections: bothWays } : {}),
    render(value: unknown, row: Row) {
      const shown = { field, value, row, language };
      if (referenced !== undefined) return referenceCell(shown, cell.text(shown), referenced);
      return renderedCell(cell, list === undefined ? shown : { ...shown, href: addressBelow(list, textOf(row[screen.key])) });
    },
  };
}

export interface ColumnTexts {
  readonly index: string;
  readonly actions: string;
  readonly moreFor: (row: string) => string;
  readonly select: (row: string) => string;
  readonly sortPlace: (place: number) => string;
  readonly grip: string;
}

interface ColumnsInput {
  readonly screen: ListViewModel;
  readonly fields: readonly ScreenField[];
  readonly language: Language;
  readonly texts: ColumnTexts;
  /** The order that is shown, the first field first. */
  readonly sorts: readonly ListSort[];
  /** Undefined: rows cannot be ticked. */
  readonly selection: Selection | undefined;
  /** Number of the first row; undefined: rows are not numbered, as in a tree. */
  readonly firstNumber: number | undefined;
  readonly buttons: readonly RowButton[];
  /** Room for the buttons of a row, px; 0 on a narrow screen, where all are behind "more". */
  readonly room: number;
  /** The list has half of the page. */
  readonly isHalf?: boolean;
  /** The address that the pages of records are below; undefined: they have none. */
  readonly pages?: string | undefined;
  readonly listOf: ListOf;
  /** Names of columns that stay at the left while the others are scrolled. */
  readonly pinned?: ReadonlySet<string> | undefined;
  /** Widths that the person has chosen, px. */
  readonly widths: ColumnPreferences["widths"];
  /** Rows are dragged by a handle; undefined: they are not. */
  readonly dragging?: Pick<RowDragging, "canDrag"> | undefined;
}

/** The columns of a list, of which so many stand before its fields. */
export function listColumns(input: ColumnsInput): { readonly columns: ColumnsType<Row>; readonly leading: number } {
  const { screen, fields, texts, selection, firstNumber, buttons, room, dragging } = input;
  const isNarrow = room === 0;
  const leading: ColumnsType<Row> = [];
  // Keys and buttons do the same: it is for the pointer alone.
  const grip = (row: Row) =>
    dragging?.canDrag(row) === true ? (
      <span className="tm-grip" draggable data-grip="" title={texts.grip} aria-hidden="true">
        <Icon name="holder" size={13} />
      </span>
    ) : null;
  if (selection !== undefined) {
    leading.push({
      key: "tick",
      width: 44,
      align: "center",
      className: checkboxClass,
      render: (_value, row) => (
        <>
          {grip(row)}
          <RowCheckbox selection={selection} id={textOf(row[screen.key])} label={texts.select(rowTitle(screen, row))} />
        </>
      ),
    });
  } else if (dragging !== undefined)
    leading.push({ key: "grip", width: 24, className: "tm-grip-cell", render: (_value, row) => grip(row) });
  if (firstNumber !== undefined)
    leading.push({
      key: "number",
      width: 60,
      align: "center",
      className: "tm-soft",
      title: texts.index,
      render: (_value, _row, index) => firstNumber + index,
    });
  const isPinned = ({ name }: ScreenField): boolean => input.pinned?.has(name) === true;
  const own = fields.map((field) =>
    isPinned(field) ? { ...fieldColumn(field, input), fixed: "left" as const } : fieldColumn(field, input),
  );
  // What stands before a pinned column stays with it.
  const first = fields.some(isPinned) ? leading.map((column) => ({ ...column, fixed: "left" as const })) : leading;
  const trailing: ColumnsType<Row> =
    buttons.length === 0
      ? []
      : [
          {
            key: "actions",
            title: isNarrow ? <span className="tm-visually-hidden">{texts.actions}</span> : texts.actions,
            width: actionsWidth(room),
            fixed: "right",
            render: (_value, row) => (
              <RowButtons split={splitButtons(buttonsOf(screen, buttons, row), room)} more={texts.moreFor(rowTitle(screen, row))} />
            ),
          },
        ];
  const columns = [...first, ...own, ...trailing];
  return { columns, leading: leading.length };
}
