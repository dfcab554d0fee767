// A report as a table: groups with their totals in bold above what they are made of, and, as a pivot, further groups across.
import { Table } from "antd";
import type { ColumnsType, ColumnType } from "antd/es/table";
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import type { ReportAnswer, ReportCell } from "../../schema/report.ts";
import { keyOf, labelAt, maxColumns, shownReport, type ShownRow } from "../../schema/report-table.ts";
import { useMedia } from "../ui/hooks/use-media.ts";
import { addressOfCell, written } from "./shown-report.ts";

/** Rows of a page of the table. */
const pageSize = 100;

interface ValueProps {
  readonly answer: ReportAnswer;
  readonly cell: ReportCell | undefined;
  readonly total: number;
}

/** A figure that leads to its rows. */
function Value({ answer, cell, total }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const format = answer.totals[total]?.format;
  if (cell === undefined || format === undefined) return <span className="tm-soft">–</span>;
  const text = written(cell.values[total], format);
  const address = addressOfCell(answer, cell);
  return address === undefined ? text : <Link to={address} title={t("reports.drill", { count: text })}>{text}</Link>; // prettier-ignore
}

interface ReportTableProps {
  readonly answer: ReportAnswer;
  readonly isPivot: boolean;
}

export function ReportTable({ answer, isPivot }: ReportTableProps): ReactNode {
  const { t } = useTranslation();
  const none = t("reports.none");
  const shown = useMemo(() => shownReport(answer, isPivot), [answer, isPivot]);
  const { fore, above, across, acrossCount, rows, grand } = shown;
  const columns = useMemo((): ColumnsType<ShownRow> => {
    const heads = fore.map((axis, index): ColumnType<ShownRow> => ({
      key: `g${axis}`,
      title: answer.axes[axis]?.label ?? "",
      fixed: index === 0 ? "left" : false,
      render: (_value: unknown, { at }: ShownRow) => {
        if (at[index] !== null && at[index] !== undefined) return labelAt(answer, axis, at[index], none);
        return index > 0 && at[index - 1] !== null && at[index - 1] !== undefined ? t("reports.subtotal") : "";
      },
    }));
    const totals = (top: string): ColumnsType<ShownRow> =>
      answer.totals.map(({ label }, total) => ({
        key: `${top}:${total}`,
        title: label,
        align: "right",
        className: "tm-report-figure",
        render: (_value: unknown, { cells }: ShownRow) => <Value answer={answer} cell={cells.get(top)} total={total} />,
      }));
    if (above.length === 0) return [...heads, ...totals("")];
    // One figure needs no heading of its own below each group: the total names it.
    const [only, ...further] = answer.totals;
    const figuresUnder = (top: string, title: ReactNode, key: string): ColumnsType<ShownRow>[number] => {
      const figures = totals(top);
      return further.length === 0 && figures[0] !== undefined ? { ...figures[0], title } : { key, title, children: figures };
    };
    /** One level of headings after the other. */
    const level = (groups: typeof across, depth: number): ColumnsType<ShownRow> => {
      const places = [...new Set(groups.map((group) => group[depth] ?? null))];
      return places.map((place) => {
        const within = groups.filter((group) => (group[depth] ?? null) === place);
        const [one] = within;
        const [key, title] = [`${depth}:${within.map(keyOf).join()}`, labelAt(answer, above[depth] ?? 0, place, none)];
        return depth + 1 < above.length ? { key, title, children: level(within, depth + 1) } : figuresUnder(keyOf(one ?? []), title, key);
      });
    };
    return [
      ...heads,
      ...level(across, 0),
      figuresUnder("", further.length > 0 ? t("reports.total") : t("reports.totalOf", { name: only?.label ?? "" }), "total"),
    ];
  }, [answer, fore, above, across, none, t]);
  const figures = useMemo(() => {
    const tops = above.length === 0 ? [""] : [...across.map(keyOf), ""];
    return tops.flatMap((top) => answer.totals.map((_total, total) => ({ top, total })));
  }, [answer, above, across]);
  const summary = useMemo(() => {
    if (grand === undefined) return undefined;
    const row = (
      <Table.Summary.Row className="tm-report-grand">
        {fore.length > 0 && (
          <Table.Summary.Cell index={0} colSpan={fore.length}>
            {t("reports.total")}
          </Table.Summary.Cell>
        )}
        {figures.map(({ top, total }, index) => (
          <Table.Summary.Cell key={`${top}:${total}`} index={fore.length + index} align="right">
            <Value answer={answer} cell={grand.cells.get(top)} total={total} />
          </Table.Summary.Cell>
        ))}
      </Table.Summary.Row>
    );
    return () => row;
  }, [answer, figures, fore, grand, t]);
  const isOnPaper = useMedia("print");
  const isOuter = ({ at }: ShownRow) => at.includes(null);
  return (
    <>
      {acrossCount > across.length && (
        <p className="tm-report-limit" role="status">
          {t("reports.acrossCut", { shown: maxColumns, all: acrossCount })}
        </p>
      )}
      <Table<ShownRow>
        className="tm-report-table"
        size="small"
        bordered
        columns={columns}
        dataSource={[...rows]}
        rowKey="key"
        rowClassName={(row) => (isOuter(row) ? "tm-report-subtotal" : "")}
        pagination={rows.length > pageSize && !isOnPaper ? { pageSize, showSizeChanger: false } : false}
        scroll={{ x: "max-content" }}
        {...(summary === undefined ? {} : { summary })}
      />
    </>
  );
}
