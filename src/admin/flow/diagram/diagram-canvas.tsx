// The drawing of a process in a page: its frame, its buttons, its keys.
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { FailureNote } from "../../ui/states/list-notes.tsx";
import type { Drawing } from "./drawing.ts";
import type { Mark } from "./steps.ts";

interface DiagramCanvasProps {
  readonly xml: string;
  readonly marks: ReadonlyMap<string, Mark>;
}

/** px by which an arrow key moves the drawing. */
const step = 40;
const zoomStep = 1.25;

const moves: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [step, 0],
  ArrowRight: [-step, 0],
  ArrowUp: [0, step],
  ArrowDown: [0, -step],
};

/** The effect of a key on the diagram; undefined for keys it does not handle. */
function workOfKey(drawing: Drawing, key: string): (() => void) | undefined {
  const move = moves[key];
  if (move !== undefined) return () => drawing.pan(...move);
  if (key === "+" || key === "=") return () => drawing.zoom(zoomStep);
  if (key === "-") return () => drawing.zoom(1 / zoomStep);
  return key === "0" ? drawing.fit : undefined;
}

export function DiagramCanvas({ xml, marks }: DiagramCanvasProps): ReactNode {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing>();
  const [failure, setFailure] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const { current: container } = frame;
    if (container === null) return undefined;
    let isGone = false;
    let rendered: Drawing | undefined;
    const start = async () => {
      try {
        const { draw } = await import("./drawing.ts");
        if (isGone) return;
        rendered = await draw(container, xml, marks);
        if (isGone) rendered.destroy();
        else setDrawing(rendered);
      } catch (error) {
        if (!isGone) setFailure(failureOf(error).message);
      }
    };
    void start();
    return () => {
      isGone = true;
      rendered?.destroy();
      setDrawing(undefined);
      setFailure(undefined);
    };
  }, [xml, marks, attempt]);

  useEffect(() => {
    const { current: container } = frame;
    if (container === null || drawing === undefined) return undefined;
    const watcher = new ResizeObserver(() => drawing.fit());
    watcher.observe(container);
    return () => watcher.disconnect();
  }, [drawing]);

  useEffect(() => {
    const rendered = frame.current?.querySelector("svg[tabindex]");
    if (rendered == null || drawing === undefined) return undefined;
    rendered.setAttribute("role", "img");
    rendered.setAttribute("aria-label", t("process.drawing", { names: drawing.names.join(t("process.separator")) }));
    const onKey = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return;
      const work = workOfKey(drawing, event.key);
      if (work === undefined) return;
      event.preventDefault();
      work();
    };
    rendered.addEventListener("keydown", onKey);
    return () => rendered.removeEventListener("keydown", onKey);
  }, [drawing, t]);

  const button = (icon: "plus" | "minus" | "fullscreen", label: string, work: (shown: Drawing) => void) => (
    <button
      type="button"
      className="tm-icon-button"
      aria-label={label}
      title={label}
      disabled={drawing === undefined}
      onClick={() => drawing !== undefined && work(drawing)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div className="tm-diagram-frame" data-state={failure === undefined ? (drawing === undefined ? "loading" : "drawn") : "failed"}>
      {failure !== undefined && (
        <FailureNote
          title={t("process.undrawable")}
          message={`${t("process.undrawableHint")} ${failure}`}
          onRetry={() => setAttempt(attempt + 1)}
        />
      )}
      {drawing === undefined && failure === undefined && (
        <div className="tm-diagram-skeleton" role="status" aria-label={t("process.loading")} />
      )}
      <div ref={frame} className="tm-diagram-canvas" hidden={failure !== undefined} />
      {failure === undefined && (
        <div className="tm-diagram-buttons" role="group" aria-label={t("process.view")}>
          {button("plus", t("process.zoomIn"), (shown) => shown.zoom(zoomStep))}
          {button("minus", t("process.zoomOut"), (shown) => shown.zoom(1 / zoomStep))}
          {button("fullscreen", t("process.fit"), (shown) => shown.fit())}
        </div>
      )}
    </div>
  );
}
