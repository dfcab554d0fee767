// A small panel that opens at a button and closes with Esc or a click outside; and a menu in such a panel.
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Icon } from "../icons/icon.tsx";
import { useEvent } from "../hooks/use-event.ts";
import "./pop.css";

interface PopProps {
  /** The button it opens at; the focus goes back there. */
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
  readonly role: "dialog" | "menu";
  readonly label: string;
  /** Where it opens; below the button by default. */
  readonly side?: "below" | "right";
  /** Called for keys that are pressed in the panel. */
  readonly onKey?: (event: KeyboardEvent, panel: HTMLElement) => void;
  readonly children: ReactNode;
}

/** Distance between button and panel, and between panel and window, px. */
const gap = 6;

interface Place {
  readonly left: number;
  readonly top: number;
}

/** Below the button with the right edges aligned; above it where there is no room below; never outside the window. */
export function placeAt(
  anchor: Pick<DOMRect, "top" | "bottom" | "right">,
  size: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
): Place {
  const below = anchor.bottom + gap;
  const top = below + size.height <= window.height - gap ? below : Math.max(gap, anchor.top - gap - size.height);
  const left = Math.min(Math.max(gap, anchor.right - size.width), Math.max(gap, window.width - size.width - gap));
  return { left, top };
}

/** Right of the button with the top edges aligned, higher where the window ends. */
function placeBeside(
  anchor: Pick<DOMRect, "top" | "right">,
  size: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
): Place {
  return {
    left: Math.min(anchor.right + gap, Math.max(gap, window.width - size.width - gap)),
    top: Math.max(gap, Math.min(anchor.top, window.height - size.height - gap)),
  };
}

export function Pop({ anchor, onClose, role, label, side = "below", onKey, children }: PopProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>();
  const close = useEvent(onClose);
  const closeOnEscape = useEvent((event: KeyboardEvent) => {
    if (panel.current !== null) onKey?.(event, panel.current);
  });
  useLayoutEffect(() => {
    const element = panel.current;
    if (element !== null)
      setPlace(
        (side === "right" ? placeBeside : placeAt)(
          anchor.getBoundingClientRect(),
          { width: element.offsetWidth, height: element.offsetHeight },
          { width: innerWidth, height: innerHeight },
        ),
      );
  }, [anchor, side]);
  // What is hidden until it has its place takes no focus.
  const isPlaced = place !== undefined;
  useEffect(() => {
    if (isPlaced) panel.current?.querySelector<HTMLElement>("button, input, a[href]")?.focus();
  }, [isPlaced]);
  useEffect(() => {
    const element = panel.current;
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && element?.contains(event.target) !== true && !anchor.contains(event.target)) close();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      close();
      anchor.focus();
    };
    // The panel does not move with its anchor. Where the anchor stays where it is, something else scrolled, or it is the
    // scrolling that brought the anchor into view: its event comes after the click when the machine is busy.
    const opened = anchor.getBoundingClientRect();
    const away = () => {
      const now = anchor.getBoundingClientRect();
      if (now.top !== opened.top || now.left !== opened.left) close();
    };
    element?.addEventListener("keydown", closeOnEscape);
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("keydown", key, true);
    document.addEventListener("scroll", away, true);
    addEventListener("resize", close);
    return () => {
      element?.removeEventListener("keydown", closeOnEscape);
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("keydown", key, true);
      document.removeEventListener("scroll", away, true);
      removeEventListener("resize", close);
    };
  }, [anchor, close, closeOnEscape]);
  return createPortal(
    <div
      ref={panel}
      className="tm-pop"
      role={role}
      aria-label={label}
      tabIndex={-1}
      style={place === undefined ? { visibility: "hidden" } : place}
    >
      {children}
    </div>,
    document.body,
  );
}

export interface PopItem {
  readonly key: string;
  readonly label: string;
  readonly icon?: string;
  readonly isDangerous?: boolean;
  /** It is disabled. */
  readonly isDisabled?: boolean;
  /** Why it is disabled: said below the items while the pointer or the focus is on it. */
  readonly reason?: string;
  /** Keys that do the same. */
  readonly hint?: string;
  /** What is to be known of it besides. */
  readonly note?: string;
  /** It is one of several to choose from, and is chosen or not. */
  readonly isChosen?: boolean;
  /** A line parts it from those before it. */
  readonly isApart?: boolean;
}

interface PopMenuProps {
  readonly anchor: HTMLElement;
  readonly label: string;
  readonly items: readonly PopItem[];
  readonly onPick: (key: string) => void;
  readonly onClose: () => void;
  /** Content above the items. */
  readonly heading?: ReactNode;
}

export function PopMenu({ anchor, label, items, onPick, onClose, heading }: PopMenuProps) {
  const [reached, setReached] = useState<string>();
  const reasonId = useId();
  const hasReasons = items.some(({ reason }) => reason !== undefined);
  const move = (event: KeyboardEvent, panel: HTMLElement) => {
    const all = [...panel.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Tab") onClose();
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <Pop anchor={anchor} onClose={onClose} role="menu" label={label} onKey={move}>
      {heading}
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          {...(item.isChosen === undefined ? { role: "menuitem" } : { role: "menuitemradio", "aria-checked": item.isChosen })}
          tabIndex={-1}
          className={`tm-pop-item${item.isDangerous === true ? " tm-dangerous" : ""}${item.isApart === true ? " tm-pop-apart" : ""}`}
          aria-disabled={item.isDisabled === true ? true : undefined}
          {...(item.reason === undefined ? {} : { "aria-describedby": reasonId })}
          {...(hasReasons ? { onFocus: () => setReached(item.key), onPointerEnter: () => setReached(item.key) } : {})}
          onClick={() => {
            if (item.isDisabled === true) return;
            onClose();
            anchor.focus();
            onPick(item.key);
          }}
        >
          {item.isChosen === true && <Icon name="check" />}
          {item.icon !== undefined && <Icon name={item.icon} />}
          <span className="tm-pop-label">{item.label}</span>
          {item.note !== undefined && item.note !== "" && <span className="tm-pop-note">{item.note}</span>}
          {item.hint !== undefined && <kbd>{item.hint}</kbd>}
        </button>
      ))}
      {hasReasons && (
        <p id={reasonId} className="tm-pop-reason" role="presentation">
          {items.find(({ key }) => key === reached)?.reason}
        </p>
      )}
    </Pop>
  );
}
