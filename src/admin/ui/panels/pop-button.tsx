// A button that opens a small panel or menu at itself, and closes it when it is pressed again.
import { useEffect, useRef, useState, type ReactNode } from "react";

interface PopButtonProps {
  readonly label: string;
  readonly opens: "dialog" | "menu";
  readonly className?: string;
  /** The key that presses it. */
  readonly pressedBy?: string | undefined;
  /** Off where the button shows its label itself. */
  readonly hasTitle?: boolean;
  /** Opens it from elsewhere too: takes what opens it, returns how to stop that. The same function at each rendering. */
  readonly onOpen?: (open: () => void) => () => void;
  /** What the button shows. */
  readonly face: ReactNode;
  /** What opens: a `Pop` or a `PopMenu` at the button. */
  readonly children: (anchor: HTMLElement, close: () => void) => ReactNode;
}

export function PopButton({
  label,
  opens,
  className = "tm-icon-button",
  hasTitle = true,
  pressedBy,
  onOpen,
  face,
  children,
}: PopButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => onOpen?.(() => setAnchor(button.current ?? undefined)), [onOpen]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={hasTitle ? label : undefined}
        aria-haspopup={opens}
        aria-keyshortcuts={pressedBy}
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor === undefined ? event.currentTarget : undefined)}
      >
        {face}
      </button>
      {anchor !== undefined && children(anchor, () => setAnchor(undefined))}
    </>
  );
}
