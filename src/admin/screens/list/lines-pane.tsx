// What is shown of a chosen row: beside the list where there is room, else in a drawer over it; or below it. Esc closes it and leads back to
// the row.
import { useEffect, useId, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage, type Language, type Text } from "../../../schema/text.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { usePanelPlace } from "../../workspace/panel-place.ts";
import type { RowLines } from "./frame-props.ts";
import { SplitEdge } from "./split-edge.tsx";
import "./lines-pane.css";

interface LinesPaneProps {
  /** Name of the list that it stands beside. */
  readonly list: string;
  readonly language: Language;
  /** Key of the chosen row. */
  readonly of: string;
  readonly title: string;
  /** Behind the title: the row's state, and what it does not permit. */
  readonly aside: ReactNode;
  readonly place: RowLines["place"];
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Gives the focus to a row of a list, and shows it. */
function backTo(key: string): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[data-row-key="${CSS.escape(key)}"]`)];
  const row = rows.find((one) => one.offsetParent !== null);
  row?.scrollIntoView({ block: "nearest" });
  row?.focus({ preventScroll: true });
}

/** Whether Esc is meant for the pane: not for a dialog above it, nor for what somebody is filling in elsewhere on the page. */
function isForPane(event: KeyboardEvent, pane: HTMLElement | null): boolean {
  if (event.key !== "Escape" || event.defaultPrevented || !(event.target instanceof Element)) return false;
  const { target } = event;
  if ([...document.querySelectorAll<HTMLElement>(".ant-modal-wrap, .ant-image-preview-wrap")].some((one) => one.checkVisibility()))
    return false;
  return target === document.body || pane?.contains(target) === true || target.closest("[data-row-key]") !== null;
}

const width: Text = ["明细区宽度", "Width of the details"];

export function LinesPane({ list, language, of, title, aside, place, onClose, children }: LinesPaneProps) {
  const { t } = useTranslation();
  const pane = useRef<HTMLElement>(null);
  const titleId = useId();
  const page = usePanelPlace();
  const isDrawer = place === "drawer";
  const close = useEvent(onClose);
  const row = useRef(of);
  row.current = of;
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!isForPane(event, pane.current)) return;
      event.preventDefault();
      close();
    };
    addEventListener("keydown", key);
    return () => {
      removeEventListener("keydown", key);
      // The focus was in what is gone now.
      queueMicrotask(() => {
        if (document.activeElement === document.body) backTo(row.current);
      });
    };
  }, [close]);
  // Whoever chose the row with the keyboard goes on in the pane; whoever clicked stays with the list, unless the drawer covers it.
  useEffect(() => {
    if (place === "below") pane.current?.scrollIntoView({ block: "start" });
    if (isDrawer || document.querySelector("[data-row-key]:focus-visible") !== null) pane.current?.focus({ preventScroll: true });
  }, [of, place, isDrawer]);
  const content = (
    <>
      <header className="tm-lines-head">
        <h2 id={titleId}>{title}</h2>
        {aside}
        <button type="button" className="tm-icon-button" aria-label={t("common.close")} title={t("common.close")} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </header>
      {place === "below" ? children : <div className="tm-lines-content">{children}</div>}
    </>
  );
  if (!isDrawer)
    return (
      <section ref={pane} className={place === "below" ? "tm-lines-below" : "tm-lines"} aria-labelledby={titleId} tabIndex={-1}>
        {content}
        {place === "side" && <SplitEdge label={inLanguage(width, language)} list={list} pane={pane} />}
      </section>
    );
  const drawer = (
    <div className="tm-lines-over">
      <div className="tm-lines-mask" aria-hidden="true" onClick={onClose} />
      <section ref={pane} className="tm-lines tm-lines-drawer" role="dialog" aria-modal="true" aria-labelledby={titleId} tabIndex={-1}>
        {content}
      </section>
    </div>
  );
  // The first drawing of a page has no place for its dialogs yet.
  if (page === undefined) return drawer;
  return page.element === undefined ? null : createPortal(drawer, page.element);
}
