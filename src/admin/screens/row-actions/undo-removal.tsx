// After a removal, or an action that has only moved rows from state to state: a bar that takes it back for a minute. Loaded once it is needed.
import { Button } from "antd";
import i18next from "i18next";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { onSession, session } from "../../api/session.ts";
import { addTexts } from "../../i18n/index.ts";

/** Seconds for which a removal can be taken back here. */
const offeredFor = 60;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select") !== null);

/** Its key works wherever the focus is, but in texts, which have an undo of their own. */
function UndoButton({ onUndo }: { readonly onUndo: () => void }): ReactNode {
  const { t } = useTranslation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === "z";
      if (!isUndo || event.defaultPrevented || isTyping(event.target)) return;
      event.preventDefault();
      onUndo();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onUndo]);
  return (
    <Button type="primary" size="small" aria-keyshortcuts="Control+Z Meta+Z" onClick={onUndo}>
      {t("bin.undo")}
    </Button>
  );
}

interface Bar {
  readonly key: string;
  readonly message: ReactNode;
  readonly description: ReactNode;
  readonly btn: ReactNode;
  readonly duration: number;
  readonly onClose: () => void;
  readonly placement: "bottom";
  readonly role: "status";
}

interface Removal {
  /** The names of the rows. */
  readonly names: string;
  /** The action that was done with them; they were removed where it is absent. */
  readonly done?: string;
  readonly notification: { readonly success: (bar: Bar) => void; readonly destroy: (key: string) => void };
  readonly restore: () => Promise<unknown>;
  readonly onUndone: (sentence: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/** There is one bar: what was removed before it is in the recycle bin. */
const key = "undo-removal";

/** Says what was removed, and offers to take it back. */
export async function offerUndo({ names, done, notification, restore, onUndone, onFailed }: Removal): Promise<void> {
  await addTexts("bin");
  let isAsked = false;
  const end = () => notification.destroy(key);
  // Whoever signs in next at this desk has removed nothing.
  const forget = onSession(() => {
    if (session() === undefined) end();
  });
  const undo = () => {
    // Its key may be pressed again while the bar closes.
    if (isAsked) return;
    isAsked = true;
    end();
    restore().then(
      () => onUndone(done === undefined ? i18next.t("bin.undone", { names }) : i18next.t("bin.actionUndone", { names, done })),
      onFailed,
    );
  };
  notification.success({
    key,
    message: i18next.t(done === undefined ? "list.deleted" : "list.done"),
    description: done === undefined ? i18next.t("bin.undoFor", { names }) : i18next.t("bin.undoActionFor", { names, done }),
    btn: <UndoButton onUndo={undo} />,
    duration: offeredFor,
    onClose: forget,
    placement: "bottom",
    role: "status",
  });
}
