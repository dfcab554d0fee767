// The modal around a form: its width, its foot, what closes it, Ctrl+S.
import { Modal } from "antd";
import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";
import { successorOfRow } from "../../ui/keyboard/focus-successor.ts";
import { usePanelPlace } from "../../workspace/panel-place.ts";
import "../forms.css";

interface DialogFrameProps {
  readonly title: ReactNode;
  readonly width: number;
  /** A click on the mask leaves it open (docs/specification.md §2: system parameters). */
  readonly ignoresMaskClick: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Returns the focus when the dialog is gone; antd does so only for dialogs that are hidden before they are unmounted. A dialog that nothing
 * on the page has opened, such as "new" in the search of the menu, leaves it to the first button of the page.
 */
function useFocusReturn(page: HTMLElement | undefined): void {
  const latest = useRef(page);
  latest.current = page;
  // Read before the dialog is mounted: its content takes the focus in its own effects, which run first.
  const [before] = useState(() => document.activeElement);
  const [focusSuccessor] = useState(() => successorOfRow(before));
  useEffect(
    () => () =>
      queueMicrotask(() => {
        focusSuccessor();
        if (document.activeElement !== document.body) return;
        const isOpener = before instanceof HTMLElement && before !== document.body && before.isConnected && before.checkVisibility();
        const target = isOpener ? before : latest.current?.querySelector<HTMLElement>("[data-begins]");
        target?.focus();
      }),
    [before, focusSuccessor],
  );
}

const fields = 'input:not([type="hidden"]):not(:disabled), textarea:not(:disabled), [contenteditable="true"]';

/**
 * Keyboard users start in the first field, unless an element of the dialog already has the focus: antd focuses an empty element at the
 * dialog's edge, and an autofocus field cannot take the focus while the dialog is still hidden. On a touch screen, focusing a field would
 * open the on-screen keyboard.
 */
function beginInFirstField(isOpen: boolean): void {
  const { activeElement } = document;
  if (!isOpen || activeElement === null || !activeElement.matches("div:not([role])") || matchMedia("(pointer: coarse)").matches) return;
  activeElement.closest(".tf-dialog")?.querySelector<HTMLElement>(fields)?.focus();
}

export function DialogFrame({ title, width, ignoresMaskClick, onClose, children }: DialogFrameProps): ReactNode {
  const place = usePanelPlace();
  const { element } = place ?? {};
  useFocusReturn(element);
  // The first drawing of a page has no place for its dialogs yet.
  if (place !== undefined && element === undefined) return null;
  return (
    <Modal
      {...(element === undefined ? {} : { getContainer: element })}
      open
      centered={false}
      className="tf-dialog"
      title={title}
      width={width}
      maskClosable={!ignoresMaskClick}
      footer={null}
      onCancel={onClose}
      afterOpenChange={beginInFirstField}
    >
      {children}
    </Modal>
  );
}

const keepFocus = (event: MouseEvent): void => event.preventDefault();

/**
 * The buttons below a form, always in view. A press leaves the focus in the field: leaving it would take a message away, the dialog would
 * shrink, and the button would be gone from under the pointer before the press counts.
 */
export function DialogFoot({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <div className="tf-dialog-foot" role="presentation" onMouseDown={keepFocus}>
      {children}
    </div>
  );
}

/** Ctrl+S and ⌘S save, from any field. */
export function useSaveKey(onSave: () => void): void {
  const latest = useRef(onSave);
  latest.current = onSave;
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      // Before the field has it: a choice opens its list at any letter.
      event.stopPropagation();
      if (!event.repeat) latest.current();
    };
    addEventListener("keydown", keys, true);
    return () => removeEventListener("keydown", keys, true);
  }, []);
}
