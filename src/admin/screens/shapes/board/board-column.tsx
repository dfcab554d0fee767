// The rows of one state, with their number: a page of them, and more on demand.
import { Button } from "antd";
import { draggable, dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { cellOf, renderedCell } from "../../../../fields/cells.ts";
import type { ScreenField, ScreenOption } from "../../../../schema/screen.ts";
import { inLanguage } from "../../../../schema/text.ts";
import { textOf, type Row } from "../../../api/wire-data.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { ReadFailure } from "../../../ui/states/read-failure.tsx";
import { RowCard } from "../../table/card-list.tsx";
import type { CardShape } from "../../table/card-shape.ts";
import { cardSteps } from "../card-steps.ts";
import { freeFilter } from "../free-filter.ts";
import type { ShapeProps } from "../shape-props.ts";
import { useShapeRows } from "../use-shape-rows.ts";

/** Width for the buttons of a card, px. */
const buttonsWidth = 210;

type CardParts = Pick<ShapeProps, "screen" | "language" | "buttons" | "texts" | "opens" | "pages" | "listOf">;

interface BoardCardProps {
  readonly row: Row;
  readonly shape: CardShape;
  readonly parts: CardParts;
  readonly isMovable: boolean;
  readonly isLifted: boolean;
  /** The Tab key enters here. */
  readonly isEntry: boolean;
}

function BoardCard({ row, shape, parts, isMovable, isLifted, isEntry }: BoardCardProps) {
  const { t } = useTranslation();
  const ref = useRef<HTMLLIElement>(null);
  const key = textOf(row[parts.screen.key]);
  useEffect(() => {
    const element = ref.current;
    if (element === null || !isMovable) return undefined;
    // A link would be dragged by itself.
    for (const inner of element.querySelectorAll("a, img")) inner.setAttribute("draggable", "false");
    return draggable({ element, getInitialData: () => ({ key }) });
  }, [key, isMovable]);
  return (
    <li
      ref={ref}
      data-row-key={key}
      data-lifted={isLifted || undefined}
      tabIndex={isEntry ? 0 : -1}
      className="tm-row-card"
      {...(isMovable ? { "aria-roledescription": t("shapes.card") } : {})}
    >
      <RowCard {...parts} selection={undefined} isGallery={false} room={buttonsWidth} row={row} shape={shape} expand={null} />
    </li>
  );
}

/** What dropping the lifted card here would do. */
interface DropOn {
  readonly isOver: boolean;
  readonly isRefused: boolean;
  /** In words; empty where nothing is said. */
  readonly sentence: string;
}

interface BoardColumnProps extends CardParts, Pick<ShapeProps, "request" | "revision"> {
  /** The field of the state. */
  readonly field: ScreenField;
  readonly option: ScreenOption;
  readonly isFirst: boolean;
  readonly shape: CardShape;
  readonly isMovable: boolean;
  /** The key of the card that is being moved. */
  readonly lifted: string | undefined;
  readonly drop: DropOn | undefined;
  readonly onRows: (state: string, rows: readonly Row[]) => void;
}

export function BoardColumn(props: BoardColumnProps): ReactNode {
  const { field, option, shape, isMovable, lifted, drop, onRows, request, revision, screen, language } = props;
  const { buttons, texts, opens, pages, listOf } = props;
  const { t } = useTranslation();
  const ref = useRef<HTMLElement>(null);
  const [step, setStep] = useState(0);
  const state = String(option.value);
  const size = cardSteps[step] ?? cardSteps[0];
  const parameters = useMemo(() => ({ [freeFilter(screen, request, field.name, "equal")]: state }), [screen, request, field.name, state]);
  const { rows, total, isEstimated, isLoading, isBusy, failure, refetch } = useShapeRows({
    resource: screen.name,
    request,
    parameters,
    size,
    revision,
  });
  useEffect(() => onRows(state, rows), [onRows, state, rows]);
  useEffect(() => {
    const element = ref.current;
    return element === null || !isMovable ? undefined : dropTargetForElements({ element, getData: () => ({ state }) });
  }, [isMovable, state]);
  const name = inLanguage(option.label, language);
  const count = isEstimated ? t("shapes.estimated", { count: total }) : String(total);
  const left = total - rows.length;
  const next = cardSteps[step + 1];
  const added = next === undefined ? 0 : Math.min(left, next - size);
  return (
    <section
      ref={ref}
      aria-label={`${name} ${count}`}
      aria-busy={isBusy}
      data-state={state}
      data-drop={drop === undefined ? undefined : drop.isRefused ? "refused" : "possible"}
      data-over={drop?.isOver === true || undefined}
    >
      <h2>
        {renderedCell(cellOf(field), { field, value: option.value, row: {}, language })}
        <span className="tm-board-count">{isLoading ? "" : count}</span>
      </h2>
      {drop !== undefined && drop.sentence !== "" && <p className="tm-board-drop">{drop.sentence}</p>}
      {failure !== undefined && !failure.silent && (
        <ReadFailure message={t("shapes.failed", { message: failure.message })} onRetry={refetch} />
      )}
      {rows.length === 0 ? (
        <p className="tm-board-none tm-soft">{isLoading ? "" : t("shapes.none")}</p>
      ) : (
        <ul aria-label={name}>
          {rows.map((row, index) => {
            const key = textOf(row[screen.key]);
            return (
              <BoardCard
                key={key}
                row={row}
                shape={shape}
                parts={{ screen, language, buttons, texts, opens, pages, listOf }}
                isMovable={isMovable}
                isLifted={lifted === key}
                isEntry={index === 0}
              />
            );
          })}
        </ul>
      )}
      {left > 0 && added > 0 && (
        <Button
          size="small"
          block
          aria-label={t("shapes.moreOf", { state: name, count: added })}
          loading={isBusy}
          onClick={() => setStep(step + 1)}
        >
          {t("shapes.more", { count: added })}
        </Button>
      )}
      {left > 0 && next === undefined && <p className="tm-board-none tm-soft">{t("shapes.further", { count: left })}</p>}
    </section>
  );
}
