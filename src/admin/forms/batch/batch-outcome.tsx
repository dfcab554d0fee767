// What a change of many rows would do, or has done: the rows that are refused with their reasons, and what the others have had.
import type { ReactNode } from "react";
import type { Screen } from "#schema/screen";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { fieldLabel, HistoryValue } from "../history/changed-fields.tsx";
import type { BatchAnswer, BatchChangedRow } from "./batch-answer.ts";

/** Rows of each kind that are drawn. */
const maxShown = 50;

function Left({ count }: { readonly count: number }): ReactNode {
  const { t } = useTranslation();
  return count > 0 ? <p className="tf-nothing">{t("batch.more", { count })}</p> : null;
}

export function RefusedRows({ refused }: Pick<BatchAnswer, "refused">): ReactNode {
  const { t } = useTranslation();
  if (refused.count === 0) return null;
  const shown = refused.rows.slice(0, maxShown);
  return (
    <>
      <h3>{t("batch.refusedRows")}</h3>
      <table className="tf-batch-table">
        <thead>
          <tr>
            <th scope="col">{t("batch.record")}</th>
            <th scope="col">{t("batch.reason")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ id, title, problems }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td>
                {problems.map((problem) => (
                  <div key={problem}>{problem}</div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Left count={refused.count - shown.length} />
    </>
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
  if (changed.count === 0) return null;
  const shown = changed.rows.slice(0, maxShown);
  return (
    <>
      <h3>{t("batch.changedRows")}</h3>
      <table className="tf-batch-table">
        <thead>
          <tr>
            <th scope="col">{t("batch.record")}</th>
            <th scope="col">{t("batch.change")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.id}>
              <th scope="row">{row.title}</th>
              <td>
                <Changed screen={screen} row={row} chosen={chosen} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Left count={changed.count - shown.length} />
    </>
  );
}
