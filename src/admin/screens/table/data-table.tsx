// antd's table, made fast enough for two hundred rows: memoised, virtualised for many rows, one listener for all buttons.
import { Table } from "antd";
import type { ColumnsType, TableProps } from "antd/es/table";
import { lazy, memo, Suspense, useLayoutEffect, useMemo, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { textOf, type Row } from "../../api/wire-data.ts";
import { fittedColumns, isValueColumn, neededWidth, type ValueColumn } from "./column-widths.ts";
import { withHeadings } from "./headings.ts";
import type { Density } from "./density.ts";
import type { RowDragging } from "./row-drag.tsx";
import { useRowEvents, type RowEvent } from "./row-events.ts";
import type { Selection } from "./selection.ts";
import { ColumnEdgeContext, PageSelectionContext, HeadingCell } from "./row-checkboxes.tsx";
import { useIsPrinted } from "../../ui/print/preparations.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { useMedia } from "../../ui/hooks/use-media.ts";
import { lowestHeight, watchRoom, type Room } from "./watch-room.ts";

const RowDrag = lazy(() => import("./row-drag.tsx"));
const ColumnEdge = lazy(() => import("./column-edge.tsx"));

/** Rendered again only when a property changes. */
const QuickTable = memo(function RowTable(props: TableProps<Row>) {
  return <Table<Row> {...props} />;
});

/** More rows than this are rendered only while they are in view. */
const maxWithoutVirtualRows = 30;

/** Height of everything above and below the rows, px; the rest of the window belongs to them. */
const aroundRows = 320;

/** antd renders scrolling rows as plain boxes; these restore their roles. */
const withRoles = {
  table: (props: ComponentProps<"table">) => <table {...props} role="presentation" />,
  header: {
    table: (props: ComponentProps<"table">) => <table {...props} role="presentation" />,
    wrapper: (props: ComponentProps<"thead">) => <thead {...props} role="rowgroup" />,
    row: (props: ComponentProps<"tr">) => <tr {...props} role="row" />,
    cell: (props: ComponentProps<"th">) => <HeadingCell {...props} role="columnheader" />,
  },
  body: {
    row: (props: ComponentProps<"div">) => <div {...props} role="row" />,
    cell: (props: ComponentProps<"div">) => <div {...props} role="cell" />,
  },
};

const withHeading = { header: { cell: HeadingCell } };

interface DataTableProps {
  readonly label: string;
  readonly columns: ColumnsType<Row>;
  readonly rows: readonly Row[];
  /** All rows that can be ticked, also those below others. */
  readonly keys: readonly Row[];
  readonly rowKey: string;
  readonly density: Density;
  readonly isBusy: boolean;
  readonly empty: ReactNode;
  readonly chosen: string | undefined;
  readonly expandable?: TableProps<Row>["expandable"];
  /** Undefined: rows cannot be ticked. */
  readonly selection: Selection | undefined;
  readonly selectAll: string;
  /** Called when the heading of a field is clicked; with Shift the field is a further one to order by. The list decides the new order: its own may be newer than the rendered one. */
  readonly onSort: (field: string, isFurther: boolean) => void;
  readonly onRow: (event: RowEvent) => void;
  /** Sets the width of a column, px; undefined: as its rows need it. */
  readonly onWidth: (column: string, width: number | undefined) => void;
  readonly dragging?: RowDragging | undefined;
}

const unmeasured: Room = { width: 0, height: lowestHeight };

/** A page that is drawn without a window has no layout to wait for. */
const hasLayout = typeof ResizeObserver !== "undefined";

/** The room of the table; undefined until it is measured, so that rows are drawn once, in the widths that they have room for. */
function useBox(): readonly [React.RefObject<HTMLDivElement | null>, Room | undefined] {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Room | undefined>(hasLayout ? undefined : unmeasured);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null || !hasLayout) return undefined;
    return watchRoom(element, aroundRows, setBox);
  }, []);
  return [ref, box];
}

/** What columns need for the rows that they have shown so far: they do not move from page to page. */
function useNeededWidths(rows: readonly Row[]): (column: ValueColumn) => number {
  const [widest] = useState(() => new Map<string, number>());
  return useMemo(
    () => (column) => {
      if (rows.length === 0) return column.width;
      // In the other language, or in half of the page, it is another column.
      const name = `${String(column.key)} ${column.width} ${column.headingWidth}`;
      const width = Math.max(neededWidth(column, rows), widest.get(name) ?? 0);
      widest.set(name, width);
      return width;
    },
    [widest, rows],
  );
}

export function DataTable({
  label,
  columns,
  rows,
  keys: listed,
  rowKey,
  density,
  isBusy,
  empty,
  chosen,
  expandable,
  selection,
  selectAll,
  onSort,
  onRow,
  onWidth,
  dragging,
}: DataTableProps) {
  const [ref, measured] = useBox();
  const box = measured ?? unmeasured;
  // Nobody drags a row or the edge of a column before the pointer or the focus is here.
  const [isNear, setNear] = useState(false);
  useRowEvents(ref, onRow);
  const all = useMemo(
    () => (selection === undefined ? undefined : { selection, keys: listed.map((row) => textOf(row[rowKey])), label: selectAll }),
    [selection, listed, rowKey, selectAll],
  );
  // Paper shows all of them, and its size depends on them.
  const isPrinted = useIsPrinted(ref);
  const isOnPaper = useMedia("print") || isPrinted;
  const isLong = rows.length > maxWithoutVirtualRows && box.width > 0 && !isOnPaper;
  const needed = useNeededWidths(rows);
  const { columns: fitted, width } = useMemo(() => fittedColumns(columns, needed, box.width), [columns, needed, box.width]);
  const scroll = useMemo(() => (isLong ? { x: Math.max(width, box.width), y: box.height } : { x: width }), [isLong, width, box]);
  const locale = useMemo(() => ({ emptyText: empty }), [empty]);
  const sortBy = useEvent(onSort);
  const headed = useMemo(() => withHeadings(fitted, sortBy), [fitted, sortBy]);
  const setWidth = useEvent(onWidth);
  const edge = useMemo(
    () =>
      isNear && !isOnPaper
        ? (name: string) => {
            const shown = fitted.filter(isValueColumn);
            const width = shown.find(({ key }) => key === name)?.width ?? 0;
            const column = columns.filter(isValueColumn).find(({ key }) => key === name);
            return (
              column !== undefined && (
                <Suspense>
                  <ColumnEdge
                    name={String(column.title)}
                    width={width}
                    isFirst={shown[0]?.key === name}
                    needed={() => neededWidth(column, rows)}
                    onChange={(next) => setWidth(name, next)}
                  />
                </Suspense>
              )
            );
          }
        : undefined,
    [isNear, isOnPaper, columns, fitted, rows, setWidth],
  );
  // The first row is where the Tab key enters the table; arrows go on from there.
  const rowProps = useMemo<NonNullable<TableProps<Row>["onRow"]>>(
    () => (row, index) => ({
      tabIndex: index === 0 ? 0 : -1,
      ...(chosen !== undefined && textOf(row[rowKey]) === chosen ? { "aria-current": true } : {}),
    }),
    [chosen, rowKey],
  );
  const rowClass = useMemo(
    () => (chosen === undefined ? undefined : (row: Row) => (textOf(row[rowKey]) === chosen ? "tm-chosen" : "")),
    [chosen, rowKey],
  );
  const table = (
    <QuickTable
      rowKey={rowKey}
      size={density}
      columns={headed}
      // antd does not write to it.
      dataSource={rows as Row[]}
      virtual={isLong}
      scroll={scroll}
      pagination={false}
      locale={locale}
      onRow={rowProps}
      {...(rowClass === undefined ? {} : { rowClassName: rowClass })}
      components={isLong ? withRoles : withHeading}
      {...(expandable === undefined ? {} : { expandable })}
    />
  );
  const roles = isLong ? { role: "table", "aria-label": label, "aria-rowcount": rows.length + 1 } : { role: "region", "aria-label": label };
  return (
    <PageSelectionContext value={all}>
      <div
        ref={ref}
        className="tm-table"
        aria-busy={isBusy}
        {...roles}
        {...(isNear ? {} : { onPointerOver: () => setNear(true), onFocus: () => setNear(true) })}
      >
        {isBusy && <span className="tm-busy-line" aria-hidden="true" />}
        <ColumnEdgeContext value={edge}>{measured !== undefined && table}</ColumnEdgeContext>
        {dragging !== undefined && isNear && (
          <Suspense>
            <RowDrag within={ref} dragging={dragging} />
          </Suspense>
        )}
      </div>
    </PageSelectionContext>
  );
}
