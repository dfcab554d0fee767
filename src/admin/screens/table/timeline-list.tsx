// The rows of a list as steps in time (`timeline` of a definition): what was planned, what happened when, what is late.
import { useRef, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { rowTitle } from "../data/row-title.ts";
import { buttonsOf, cardButtonsWidth, splitButtons, type RowButton } from "../row-actions/row-actions.ts";
import { RowButtons } from "../row-actions/row-buttons.tsx";
import type { ColumnTexts } from "./columns.tsx";
import { useRowEvents, type RowEvent } from "./row-events.ts";
import "./timeline-list.css";

interface TimelineListProps {
  readonly label: string;
  readonly screen: ListViewModel;
  readonly timeline: NonNullable<ListViewModel["timeline"]>;
  readonly language: Language;
  readonly rows: readonly Row[];
  readonly isBusy: boolean;
  readonly empty: ReactNode;
  readonly buttons: readonly RowButton[];
  readonly texts: ColumnTexts;
  readonly opens: "view" | undefined;
  readonly onRow: (event: RowEvent) => void;
}

export function TimelineList({ label, screen, timeline, language, rows, isBusy, empty, buttons, texts, opens, onRow }: TimelineListProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLDivElement>(null);
  useRowEvents(ref, onRow);
  const fieldNamed = (name: string | undefined) => screen.fields.find((field) => field.name === name);
  const status = fieldNamed(timeline.state ?? screen.status);
  const step = fieldNamed(timeline.step);
  const times = [timeline.planned, timeline.began, timeline.at].flatMap((name) => fieldNamed(name) ?? []);
  const [by, note] = [fieldNamed(timeline.by), fieldNamed(timeline.note)];
  const colourOf = (row: Row) => status?.options?.find(({ value }) => String(value) === textOf(row[status.name]))?.colour ?? "default";
  return (
    <div ref={ref} className="tm-table tm-timeline" aria-busy={isBusy}>
      {isBusy && <span className="tm-busy-line" aria-hidden="true" />}
      {rows.length === 0 ? (
        empty
      ) : (
        <ol aria-label={label}>
          {rows.map((row, index) => {
            const key = textOf(row[screen.key]);
            const title =
              (step === undefined ? "" : cellOf(step).text({ field: step, value: row[step.name], row, language })) || rowTitle(screen, row);
            const isLate = timeline.overdue !== undefined && textOf(row[timeline.overdue]) === "1";
            const rendered = (field: typeof status) =>
              field === undefined ? null : renderedCell(cellOf(field), { field, value: row[field.name], row, language });
            const split = splitButtons(buttonsOf(screen, buttons, row), cardButtonsWidth);
            return (
              <li key={key} data-row-key={key} data-colour={colourOf(row)} data-late={isLate || undefined} tabIndex={index === 0 ? 0 : -1}>
                <div className="tm-timeline-head">
                  {opens === undefined ? (
                    <strong>{title}</strong>
                  ) : (
                    <button type="button" className="tm-row-card-title" data-act={opens}>
                      {title}
                    </button>
                  )}
                  {rendered(status)}
                  {isLate && <span className="tm-timeline-late">{t("list.overdue")}</span>}
                  {by !== undefined && textOf(row[by.name]) !== "" && <span className="tm-soft">{rendered(by)}</span>}
                </div>
                <dl>
                  {times
                    .filter((field) => textOf(row[field.name]) !== "")
                    .map((field) => (
                      <div key={field.name}>
                        <dt>{inLanguage(field.label, language)}</dt>
                        <dd>{rendered(field)}</dd>
                      </div>
                    ))}
                </dl>
                {note !== undefined && textOf(row[note.name]) !== "" && <p className="tm-soft">{textOf(row[note.name])}</p>}
                {split.inRow.length + split.behind.length > 0 && <RowButtons split={split} more={texts.moreFor(title)} />}
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
