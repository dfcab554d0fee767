// The rows of a list as cards, where the window is too narrow for a table: name and state, the values that matter most, the buttons.
import type { TableProps } from "antd/es/table";
import { useMemo, useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { extensionOf, isPictureFile } from "../../../fields/file-name.ts";
import { Thumbnail } from "../../../fields/picture.tsx";
import { iconHere } from "../../ui/icons/icon-here.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { childrenOf } from "../data/list-data.ts";
import { rowTitle } from "../data/row-title.ts";
import { addressBelow } from "../../workspace/record-address.ts";
import { buttonsOf, splitButtons, type RowButton } from "../row-actions/row-actions.ts";
import { RowButtons } from "../row-actions/row-buttons.tsx";
import type { ListSort } from "../search/list-query.ts";
import { cardShape, type CardShape } from "./card-shape.ts";
import type { ColumnTexts } from "./columns.tsx";
import { referenceCell, referencedList, type ListOf } from "./reference-cell.tsx";
import { PageCheckbox, RowCheckbox } from "./row-checkboxes.tsx";
import { useRowEvents, type RowEvent } from "./row-events.ts";
import type { Selection } from "./selection.ts";

/** The fields that cards begin with. */
export function galleryFields({ gallery = [], fields }: Pick<ListViewModel, "gallery" | "fields">): readonly ScreenField[] {
  return gallery.flatMap((name) => fields.filter((field) => field.name === name));
}

type Expandable = NonNullable<TableProps<Row>["expandable"]>;

interface PlacedRow {
  readonly row: Row;
  readonly level: number;
}

/** The rows that are in view: of a tree those whose parents are open. */
function placedRows(rows: readonly Row[], isOpen: (row: Row) => boolean, level = 0): readonly PlacedRow[] {
  return rows.flatMap((row) => [{ row, level }, ...(isOpen(row) ? placedRows(childrenOf(row), isOpen, level + 1) : [])]);
}

interface CardListProps {
  readonly label: string;
  readonly screen: ListViewModel;
  /** The columns that the person sees, in their order. */
  readonly fields: readonly ScreenField[];
  readonly language: Language;
  readonly rows: readonly Row[];
  readonly expandable: Expandable | undefined;
  readonly isBusy: boolean;
  readonly empty: ReactNode;
  readonly chosen: string | undefined;
  /** Undefined: rows cannot be ticked. */
  readonly selection: Selection | undefined;
  readonly buttons: readonly RowButton[];
  /** Cards begin with what their row looks like (`gallery` of the definition); undefined: they stand in for a table. */
  readonly layout: "gallery" | "cards" | undefined;
  /** For the buttons of a card, px. */
  readonly room: number;
  readonly texts: ColumnTexts;
  /** What a press on the name does; undefined: nothing. */
  readonly opens: "view" | undefined;
  /** The address that the pages of records are below; undefined: they have none. */
  readonly pages: string | undefined;
  readonly listOf: ListOf;
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort | undefined) => void;
  readonly onRow: (event: RowEvent) => void;
}

/** The order, which has no headings to be chosen by. */
function SortChoice({ fields, language, sort, onSort }: Pick<CardListProps, "fields" | "language" | "sort" | "onSort">) {
  const { t } = useTranslation();
  const sortable = fields.filter((field) => field.sortable === true);
  if (sortable.length === 0) return null;
  return (
    <select
      aria-label={t("list.sortBy")}
      value={sort === undefined ? "" : `${sort.descending ? "-" : ""}${sort.field}`}
      onChange={({ target: { value } }) =>
        onSort(value === "" ? undefined : { field: value.replace(/^-/, ""), descending: value.startsWith("-") })
      }
    >
      <option value="">{t("list.usualOrder")}</option>
      {sortable.flatMap(({ name, label }) =>
        (["", "-"] as const).map((sign) => (
          <option key={sign + name} value={sign + name}>
            {inLanguage(label, language)} {t(sign === "" ? "list.sortAscending" : "list.sortDescending")}
          </option>
        )),
      )}
    </select>
  );
}

/** What a row looks like: its picture, or where it has none its icon; of a file that is no picture, what it is. */
export type CardPicture = { readonly picture: string } | { readonly icon: string } | { readonly extension: string };

export function cardPictureOf(row: Row, screen: Pick<ListViewModel, "gallery" | "fields">): CardPicture | undefined {
  const fields = galleryFields(screen);
  if (fields.length === 0) return undefined;
  const filled = (wanted: readonly ScreenField[]) => wanted.map(({ name }) => textOf(row[name])).filter((value) => value !== "");
  const addresses = filled(fields.filter((field) => traitsOf(field).files !== undefined));
  const picture = addresses.find(isPictureFile);
  if (picture !== undefined) return { picture };
  const icons = fields.filter((field) => traitsOf(field).isIcon);
  const [icon] = filled(icons);
  if (icon !== undefined || addresses.length === 0) return { icon: icon ?? "" };
  return { extension: extensionOf(addresses[0] ?? "") };
}

interface LookProps {
  readonly row: Row;
  readonly screen: Pick<ListViewModel, "gallery" | "fields">;
  readonly title: string;
}

function Look({ row, screen, title }: LookProps) {
  const look = cardPictureOf(row, screen);
  if (look === undefined) return null;
  if ("picture" in look) return <Thumbnail address={look.picture} name={title} size="m" />;
  if ("icon" in look)
    return (
      <span className="tm-look tm-look-icon" aria-hidden="true">
        <Icon name={iconHere(look.icon)} size={40} />
      </span>
    );
  return (
    <span className="tm-look" aria-hidden="true">
      {look.extension.toUpperCase()}
    </span>
  );
}

interface CardProps extends Pick<
  CardListProps,
  "screen" | "language" | "selection" | "buttons" | "room" | "texts" | "opens" | "pages" | "listOf"
> {
  readonly isGallery: boolean;
  readonly row: Row;
  readonly shape: CardShape;
  readonly expand: ReactNode;
}

/** The inner of a card: name and state, the values that matter most, the buttons. */
export function RowCard({
  screen,
  language,
  selection,
  buttons,
  isGallery,
  room,
  texts,
  opens,
  pages,
  listOf,
  row,
  shape,
  expand,
}: CardProps) {
  const title = rowTitle(screen, row);
  const rendered = (field: ScreenField) => {
    const shown = { field, value: row[field.name], row, language };
    const list = referencedList(field, listOf);
    return list === undefined ? renderedCell(cellOf(field), shown) : referenceCell(shown, cellOf(field).text(shown), list);
  };
  const values = shape.values.flatMap((field) => {
    const value = rendered(field);
    return value === null ? [] : [{ field, value }];
  });
  const split = splitButtons(buttonsOf(screen, buttons, row), room);
  return (
    <>
      {isGallery && <Look row={row} screen={screen} title={title} />}
      <div className="tm-row-card-head">
        {selection !== undefined && <RowCheckbox selection={selection} id={textOf(row[screen.key])} label={texts.select(title)} />}
        {expand}
        {shape.portrait !== undefined && rendered(shape.portrait)}
        {opens === undefined ? (
          <span className="tm-row-card-title">{title}</span>
        ) : pages === undefined ? (
          <button type="button" className="tm-row-card-title" data-act={opens}>
            {title}
          </button>
        ) : (
          <a className="tm-row-card-title" href={addressBelow(pages, textOf(row[screen.key]))} data-act={opens}>
            {title}
          </a>
        )}
        {shape.status !== undefined && rendered(shape.status)}
      </div>
      {values.length > 0 && (
        <dl>
          {values.map(({ field, value }) => (
            <div key={field.name}>
              <dt>{inLanguage(field.label, language)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {split.inRow.length + split.behind.length > 0 && <RowButtons split={split} more={texts.moreFor(title)} hasMain={isGallery} />}
    </>
  );
}

export function CardList({
  label,
  screen,
  fields,
  rows,
  expandable,
  isBusy,
  empty,
  chosen,
  selection,
  sort,
  onSort,
  onRow,
  layout,
  ...card
}: CardListProps) {
  const isGallery = layout !== undefined;
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  useRowEvents(ref, onRow);
  const shape = useMemo(() => cardShape(screen, fields, isGallery), [screen, fields, isGallery]);
  const keyOf = (row: Row) => textOf(row[screen.key]);
  const open = new Set((expandable?.expandedRowKeys ?? []).map(String));
  const placed = placedRows(rows, (row) => open.has(keyOf(row)));
  const expandOf = (record: Row): ReactNode =>
    expandable?.expandIcon?.({
      prefixCls: "",
      expanded: open.has(keyOf(record)),
      expandable: Array.isArray(record["children"]),
      record,
      onExpand: () => expandable.onExpand?.(!open.has(keyOf(record)), record),
    });
  return (
    <div
      ref={ref}
      className={isGallery ? `tm-table tm-cards tm-gallery${layout === "cards" ? " tm-gallery-words" : ""}` : "tm-table tm-cards"}
      aria-busy={isBusy}
    >
      {isBusy && <span className="tm-busy-line" aria-hidden="true" />}
      <div className="tm-cards-bar">
        {selection !== undefined && rows.length > 0 && (
          <label>
            <PageCheckbox selection={selection} keys={placed.map(({ row }) => keyOf(row))} label={t("list.selectAll")} />
            <span aria-hidden="true">{t("list.selectAll")}</span>
          </label>
        )}
        <SortChoice fields={fields} language={card.language} sort={sort} onSort={onSort} />
      </div>
      {rows.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label}>
          {placed.map(({ row, level }, index) => (
            <li
              key={keyOf(row)}
              data-row-key={keyOf(row)}
              // The Tab key enters at the first card; arrows go on from there.
              tabIndex={index === 0 ? 0 : -1}
              aria-current={keyOf(row) === chosen ? true : undefined}
              className={keyOf(row) === chosen ? "tm-row-card tm-chosen-card" : "tm-row-card"}
              style={level === 0 ? undefined : { marginInlineStart: Math.min(level, 4) * 14 }}
            >
              <RowCard
                {...card}
                isGallery={isGallery}
                screen={screen}
                selection={selection}
                row={row}
                shape={shape}
                expand={expandOf(row)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
