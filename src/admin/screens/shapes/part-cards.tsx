// The rows of a part of a list as cards, with the buttons that rows have: of a day, of a province.
import { Button } from "antd";
import { useEffect, useMemo, type ReactNode } from "react";
import type { ApiFailure } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { cardButtonsWidth } from "../row-actions/row-actions.ts";
import { RowCard } from "../table/card-list.tsx";
import { cardShape } from "../table/card-shape.ts";
import { cardSteps } from "./card-steps.ts";
import type { ShapeProps } from "./shape-props.ts";
import "./part-cards.css";

/** The rows of a part, as they are read. */
export interface PartRows {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly isLoading: boolean;
  readonly isBusy: boolean;
  readonly failure: ApiFailure | undefined;
  readonly refetch: () => void;
}

interface PartCardsProps extends Pick<ShapeProps, "screen" | "language" | "fields" | "buttons" | "texts" | "opens" | "pages" | "listOf"> {
  readonly name: string;
  readonly part: PartRows;
  /** Of `cardSteps`. */
  readonly step: number;
  readonly onStep: (next: number) => void;
  readonly onRows: (rows: readonly Row[]) => void;
}

export function PartCards({
  name,
  part,
  step,
  onStep,
  onRows,
  screen,
  language,
  fields,
  buttons,
  texts,
  opens,
  pages,
  listOf,
}: PartCardsProps): ReactNode {
  const { t } = useTranslation();
  const { rows, total, isLoading, isBusy, failure, refetch } = part;
  useEffect(() => {
    onRows(rows);
    return () => onRows([]);
  }, [onRows, rows]);
  const shape = useMemo(() => cardShape(screen, fields), [screen, fields]);
  const left = total - rows.length;
  const [size, next] = [cardSteps[step] ?? cardSteps[0], cardSteps[step + 1]];
  return (
    <section className="tm-part tm-cards" aria-label={name} aria-busy={isBusy}>
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
        <Button size="small" loading={isBusy} onClick={() => onStep(step + 1)}>
          {t("shapes.more", { count: Math.min(left, next - size) })}
        </Button>
      )}
      {left > 0 && next === undefined && <p className="tm-soft">{t("shapes.further", { count: left })}</p>}
    </section>
  );
}
