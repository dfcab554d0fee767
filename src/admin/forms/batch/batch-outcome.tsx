// What a change of many rows would do, or has done: the rows that are refused with their reasons, and what the others have had.
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { fieldLabel, HistoryValue } from "../history/changed-fields.tsx";
import type { BatchAnswer, BatchChangedRow } from "./batch-answer.ts";

/** Rows of each kind that are drawn. */
const maxShown = 50;

interface RowTableProps<Row> {
  readonly title: string;
  /** Heading of what is told of each row. */
  readonly told: string;
  readonly of: { readonly count: number; readonly rows: readonly Row[] };
  readonly render: (row: Row) => ReactNode;
}

/** The first rows of a kind, each with what is told of it; nothing where there are none. */
function RowTable<Row extends { readonly id: string; readonly title: string }>({ title, told, of, render }: RowTableProps<Row>): ReactNode {
  const { t } = useTranslation();
  if (of.count === 0) return null;
  const shown = of.rows.slice(0, maxShown);
  return (
    <>
      <h3>{title}</h3>
      <table className="tf-batch-table">
        <thead>
          <tr>
            <th scope="col">{t("batch.record")}</th>
            <th scope="col">{told}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.title}</th>
              <td>{render(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {of.count > shown.length && <p className="tf-nothing">{t("batch.more", { count: of.count - shown.length })}</p>}
    </>
  );
}

export function RefusedRows({ refused }: Pick<BatchAnswer, "refused">): ReactNode {
  const { t } = useTranslation();
  return (
    <RowTable
      title={t("batch.refusedRows")}
      told={t("batch.reason")}
      of={refused}
      render={({ problems }) => problems.map((problem) => <div key={problem}>{problem}</div>)}
    />
  );
}

interface ChangedProps {
  readonly screen: Screen;
  readonly row: BatchChangedRow;
  /** What fields are set to, with the names of the rows that they refer to. */
  readonly chosen: Readonly<Record<string, unknown>>;
}

function Changed({ screen, row: { before, labels, after }, chosen }: ChangedProps): ReactNode {
  const language = useLanguage();
  return Object.keys(before).map((name) => (
    <div key={name}>
      {fieldLabel(screen, name, language)}: <HistoryValue screen={screen} name={name} row={{ ...labels, ...before }} />
      <span aria-hidden="true"> → </span>
      <HistoryValue screen={screen} name={name} row={{ ...chosen, ...after }} />
    </div>
  ));
}

export function ChangedRows({
  screen,
  changed,
  chosen,
}: Pick<BatchAnswer, "changed"> & Pick<ChangedProps, "screen" | "chosen">): ReactNode {
  const { t } = useTranslation();
  return (
    <RowTable
      title={t("batch.changedRows")}
      told={t("batch.change")}
      of={changed}
      render={(row) => <Changed screen={screen} row={row} chosen={chosen} />}
    />
  );
}
