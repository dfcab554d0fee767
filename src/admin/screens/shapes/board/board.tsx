// The rows of a list as a board: a column for each state, and cards that are dragged from one to another. Dropping a card is the action that
// leads there, with all that its button asks and refuses.
import { use, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { autoScrollForElements } from "@atlaskit/pragmatic-drag-and-drop-auto-scroll/element";
import { combine } from "@atlaskit/pragmatic-drag-and-drop/combine";
import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import type { ScreenOption } from "../../../../schema/screen.ts";
import { inLanguage } from "../../../../schema/text.ts";
import { textOf, type Row } from "../../../api/wire-data.ts";
import { addTexts } from "../../../i18n/index.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { useEvent } from "../../../ui/hooks/use-event.ts";
import { useNotices } from "../../../workspace/use-notices.ts";
import { rowOfKey } from "../../data/list-data.ts";
import { rowTitle } from "../../data/row-title.ts";
import { actionNamed } from "../../row-actions/row-actions.ts";
import { cardShape } from "../../table/card-shape.ts";
import { useRowEvents } from "../../table/row-events.ts";
import type { ShapeProps } from "../shape-props.ts";
import { BoardColumn } from "./board-column.tsx";
import { moveTo, stateOf, type BoardMove } from "./board-moves.ts";
import "./board.css";

const texts = addTexts("shapes");

/** Values of a card besides name and state. */
const maxValues = 3;

/** A card that is being moved. */
interface Lifted {
  readonly key: string;
  readonly row: Row;
  readonly from: string;
  /** The column that it would be dropped on. */
  readonly over: string | undefined;
  readonly by: "pointer" | "keys";
}

const cardAt = (target: EventTarget | null): HTMLElement | undefined =>
  target instanceof HTMLElement && target.dataset["rowKey"] !== undefined ? target : undefined;

/** The card beside one, in the next column that has any: at the same height, or its last. */
function cardBeside(card: HTMLElement, step: 1 | -1): HTMLElement | undefined {
  const column = card.closest("section");
  const at = [...(card.parentElement?.children ?? [])].indexOf(card);
  let other = step === 1 ? column?.nextElementSibling : column?.previousElementSibling;
  while (other instanceof HTMLElement) {
    const cards = [...other.querySelectorAll<HTMLElement>("[data-row-key]")];
    if (cards.length > 0) return cards[Math.min(at, cards.length - 1)];
    other = step === 1 ? other.nextElementSibling : other.previousElementSibling;
  }
  return undefined;
}

/** Default export, because it is loaded lazily. */
export default function Board(props: ShapeProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { label, screen, rights, language, buttons, fields, isEmpty, empty, rows: pool, onRow, onAction, onOffer, ...card } = props;
  const notices = useNotices();
  const ref = useRef<HTMLDivElement>(null);
  const [lifted, setLifted] = useState<Lifted>();
  const [spoken, setSpoken] = useState("");
  const field = screen.fields.find(({ name }) => name === screen.status);
  const states = useMemo(() => field?.options ?? [], [field]);
  const shape = useMemo(() => {
    const { portrait, values } = cardShape(screen, fields, false, maxValues);
    // Which state it is in is said by the column.
    return { portrait, status: undefined, values };
  }, [screen, fields]);
  useRowEvents(ref, (event) => {
    // What belongs to a chosen row has no place beside a board: the row is opened.
    if (event.act === "row") return;
    onRow(event);
  });

  const shown = useRef(new Map<string, readonly Row[]>());
  const onRows = useCallback(
    (state: string, rows: readonly Row[]) => {
      // Of a card that stands in two columns, because somebody else has moved it, the one that was read last counts.
      shown.current.delete(state);
      shown.current.set(state, rows);
      const latest = new Map([...shown.current.values()].flat().map((row) => [textOf(row[screen.key]), row]));
      pool.current = [...latest.values()];
    },
    [pool, screen.key],
  );
  useEffect(
    () => () => {
      pool.current = [];
    },
    [pool],
  );
  const nameOf = (state: string) => {
    const option = states.find(({ value }) => String(value) === state);
    return option === undefined ? state : inLanguage(option.label, language);
  };
  const move = (row: Row, state: string): BoardMove => moveTo({ screen, rights, buttons }, row, state);
  /** What would happen, in words: the actions, or why there is none. */
  const sentenceOf = (row: Row, state: string): string => {
    if (stateOf(screen, row) === state) return t("shapes.stays", { row: rowTitle(screen, row), state: nameOf(state) });
    const result = move(row, state);
    if ("buttons" in result)
      return t("shapes.leads", { state: nameOf(state), actions: result.buttons.map((one) => one.label).join(t("shapes.or")) });
    const { reason, action } = result.refused;
    return t(`shapes.${reason}`, {
      state: nameOf(state),
      from: nameOf(stateOf(screen, row)),
      row: rowTitle(screen, row),
      action: action === undefined ? "" : inLanguage(action.label, language),
    });
  };
  const drop = useEvent((key: string, state: string) => {
    const row = rowOfKey(pool.current, screen.key, key);
    const opener = ref.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`);
    if (row === undefined || opener === null || opener === undefined)
      return notices.refused(t("shapes.gone", { row: lifted === undefined ? "" : rowTitle(screen, lifted.row) }));
    if (stateOf(screen, row) === state) return;
    const result = move(row, state);
    if ("refused" in result) return notices.refused(sentenceOf(row, state));
    const [first, ...others] = result.buttons;
    const action = first === undefined ? undefined : actionNamed(screen, first.name);
    opener.focus();
    if (others.length > 0) onOffer(row, result.buttons, opener);
    else if (action !== undefined) onAction(action, [row]);
  });

  const lift = useEvent((key: string, by: Lifted["by"]) => {
    const row = rowOfKey(pool.current, screen.key, key);
    if (row === undefined) return;
    const from = stateOf(screen, row);
    setLifted({ key, row, from, over: from, by });
    if (by === "keys") setSpoken(t("shapes.lifted", { row: rowTitle(screen, row) }));
  });
  const hover = useEvent((over: string | undefined) => {
    if (lifted === undefined || lifted.over === over) return;
    setLifted({ ...lifted, over });
    if (over !== undefined) setSpoken(sentenceOf(lifted.row, over));
  });
  const release = useEvent(() => {
    if (lifted?.by === "keys") setSpoken(t("shapes.released", { row: rowTitle(screen, lifted.row) }));
    setLifted(undefined);
  });
  const isMovable = buttons.some(({ name }) => {
    const action = actionNamed(screen, name);
    return action !== undefined && screen.shapes?.board?.to[action.name] !== undefined;
  });

  useEffect(() => {
    const scroller = ref.current?.querySelector<HTMLElement>(".tm-board-columns");
    if (!isMovable || isEmpty || scroller === null || scroller === undefined) return undefined;
    return combine(
      autoScrollForElements({ element: scroller }),
      monitorForElements({
        onDragStart: ({ source }) => lift(textOf(source.data["key"]), "pointer"),
        onDropTargetChange: ({ location }) => {
          const [target] = location.current.dropTargets;
          hover(target === undefined ? undefined : textOf(target.data["state"]));
        },
        onDrop: ({ source, location }) => {
          const [target] = location.current.dropTargets;
          setLifted(undefined);
          if (target !== undefined) drop(textOf(source.data["key"]), textOf(target.data["state"]));
        },
      }),
    );
  }, [isMovable, isEmpty, lift, hover, drop]);

  const steps: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };
  /** Before the list's own keys: what is lifted goes to a column instead. */
  const onKey = (event: KeyboardEvent) => {
    const target = cardAt(event.target);
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = steps[event.key];
    const isOurs =
      step !== undefined || event.key === " " || (lifted !== undefined && ["Enter", "Escape", "ArrowUp", "ArrowDown"].includes(event.key));
    if (!isOurs) return;
    event.preventDefault();
    event.stopPropagation();
    if (lifted === undefined) {
      if (step !== undefined) cardBeside(target, step)?.focus();
      else if (isMovable) lift(target.dataset["rowKey"] ?? "", "keys");
      return;
    }
    if (step !== undefined) {
      const at = states.findIndex(({ value }) => String(value) === (lifted.over ?? lifted.from));
      const next = states[at + step];
      if (next !== undefined) hover(String(next.value));
    } else if (event.key === "Escape") release();
    else if (event.key === " " || event.key === "Enter") {
      const { key, from, over = from } = lifted;
      if (over === from) return release();
      setLifted(undefined);
      drop(key, over);
    }
  };

  // A column that is chosen by the keys is brought into view.
  const overByKeys = lifted?.by === "keys" ? lifted.over : undefined;
  useEffect(() => {
    if (overByKeys === undefined) return;
    ref.current?.querySelector(`[data-state="${CSS.escape(overByKeys)}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [overByKeys]);

  const dropOn = (option: ScreenOption) => {
    const state = String(option.value);
    if (lifted === undefined || lifted.from === state) return undefined;
    const isOver = lifted.over === state;
    const isRefused = "refused" in move(lifted.row, state);
    return { isOver, isRefused, sentence: isOver || !isRefused ? sentenceOf(lifted.row, state) : "" };
  };
  return (
    <div ref={ref} className="tm-table tm-board" onKeyDownCapture={onKey} onBlur={() => lifted?.by === "keys" && release()}>
      <p className="tm-visually-hidden" role="status">
        {spoken}
      </p>
      {isEmpty || field === undefined ? (
        empty
      ) : (
        <>
          {isMovable && <p className="tm-soft tm-board-hint">{t("shapes.hint")}</p>}
          <div className="tm-board-columns" role="group" aria-label={label}>
            {states.map((option, index) => (
              <BoardColumn
                key={option.value}
                {...card}
                field={field}
                option={option}
                isFirst={index === 0}
                screen={screen}
                language={language}
                buttons={buttons}
                shape={shape}
                isMovable={isMovable}
                lifted={lifted?.key}
                drop={dropOn(option)}
                onRows={onRows}
              />
            ))}
          </div>
        </>
      )}
    </div>
  );
}
