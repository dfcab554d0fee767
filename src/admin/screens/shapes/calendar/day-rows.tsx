// The rows of one day as cards, with the buttons that rows have.
import { Button } from "antd";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { textOf, type Row } from "../../../api/wire-data.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { longDay } from "../../../ui/charts/number-format.ts";
import { ReadFailure } from "../../../ui/states/read-failure.tsx";
import { cardButtonsWidth } from "../../row-actions/row-actions.ts";
import { RowCard } from "../../table/card-list.tsx";
import { cardShape } from "../../table/card-shape.ts";
import { cardSteps } from "../card-steps.ts";
import type { ShapeProps } from "../shape-props.ts";
import { useDatedRows } from "./use-dated-rows.ts";

interface DayRowsProps extends ShapeProps {
  readonly day: string;
  readonly onRows: (rows: readonly Row[]) => void;
}

export function DayRows({
  day,
  onRows,
  screen,
  request,
  revision,
  language,
  fields,
  buttons,
  texts,
  opens,
  pages,
  listOf,
}: DayRowsProps): ReactNode {
  const { t } = useTranslation();
  const [step, setStep] = useState(0);
  const size = cardSteps[step] ?? cardSteps[0];
  const { rows, total, isLoading, isBusy, failure, refetch } = useDatedRows({ screen, request, revision, first: day, last: day, size });
  useEffect(() => {
    onRows(rows);
    return () => onRows([]);
  }, [onRows, rows]);
  const shape = useMemo(() => cardShape(screen, fields), [screen, fields]);
  const name = longDay(day, language);
  const left = total - rows.length;
  const next = cardSteps[step + 1];
  return (
    <section className="tm-day-rows tm-cards" aria-label={name} aria-busy={isBusy}>
      <h2>
        {name}
        <span className="tm-soft">{isLoading ? "" : t("shapes.rows", { count: total })}</span>
      </h2>
      {failure !== undefined && !failure.silent && (
        <ReadFailure message={t("shapes.failed", { message: failure.message })} onRetry={refetch} />
      )}
      {rows.length === 0 ? (
        <p className="tm-soft">{isLoading ? "" : t("shapes.none")}</p>
      ) : (
        <ul aria-label={name}>
          {rows.map((row, index) => {
            const key = textOf(row[screen.key]);
            return (
              <li key={key} data-row-key={key} tabIndex={index === 0 ? 0 : -1} className="tm-row-card">
                <RowCard
                  {...{ screen, language, buttons, texts, opens, pages, listOf, row, shape }}
                  selection={undefined}
                  isGallery={false}
                  room={cardButtonsWidth}
                  expand={null}
                />
              </li>
            );
          })}
        </ul>
      )}
      {left > 0 && next !== undefined && (
        <Button size="small" loading={isBusy} onClick={() => setStep(step + 1)}>
          {t("shapes.more", { count: Math.min(left, next - size) })}
        </Button>
      )}
      {left > 0 && next === undefined && <p className="tm-soft">{t("shapes.further", { count: left })}</p>}
    </section>
  );
}
