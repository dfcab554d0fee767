// Asks before typed text is lost: by closing the dialog, by another place of the application, by leaving the site.
import { App } from "antd";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { usePanelPlace } from "../../workspace/panel-place.ts";
import { recordTyped } from "../../workspace/tab-store.ts";
import { useFormTexts } from "../language.ts";

/** What the form in a dialog answers to the question whether something would be lost. */
export interface DirtyGuard {
  current: () => boolean;
  /** The page whose tab the form is in, if it is in one. */
  readonly page: string | undefined;
}

const clean = () => false;

/** The guards of what is in sight. */
const shown = new Set<DirtyGuard>();

export function useDirtyGuard(): DirtyGuard {
  const page = usePanelPlace()?.path;
  return useRef<DirtyGuard>({ current: clean, page }).current;
}

/** Nothing is to be asked any more: it was saved, or the person has decided. */
export function release(guard: DirtyGuard): void {
  guard.current = clean;
  // Saved while another page is in sight: what was noted when this one went out of sight is over.
  if (guard.page !== undefined && !shown.has(guard)) recordTyped(guard.page, false);
}

/** Lets the form below answer the guard's question, as long as it is in sight. */
export function useDirtyForm(guard: DirtyGuard, form: RefObject<{ isDirty(): boolean } | null>): void {
  useEffect(() => {
    guard.current = () => form.current?.isDirty() ?? false;
    return () => {
      guard.current = clean;
    };
  }, [guard, form]);
}

/** Whether the page in sight would lose something that was typed. */
export function isAnythingTyped(): boolean {
  return [...shown].some((guard) => guard.current());
}

export interface UnsavedGuard {
  /** Asks the person, whatever the form holds. */
  readonly ask: () => Promise<boolean>;
  /** Whether to close: at once "yes" where nothing would be lost. */
  readonly mayClose: () => Promise<boolean>;
}

/** Guards the page against being left while it is mounted; places of the application are the matter of RouteGuard. */
export function useUnsavedGuard(guard: DirtyGuard): UnsavedGuard {
  const { modal } = App.useApp();
  const texts = useFormTexts();
  const ask = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        modal.confirm({
          title: texts.unsaved.title,
          content: texts.unsaved.text,
          okText: texts.unsaved.leave,
          cancelText: texts.unsaved.stay,
          okButtonProps: { danger: true },
          autoFocusButton: "cancel",
          onOk: () => resolve(true),
          onCancel: () => resolve(false),
        });
      }),
    [modal, texts],
  );

  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (guard.current()) event.preventDefault();
    };
    addEventListener("beforeunload", beforeUnload);
    shown.add(guard);
    return () => {
      removeEventListener("beforeunload", beforeUnload);
      shown.delete(guard);
    };
  }, [guard]);

  const mayClose = useCallback(async () => {
    const isAllowed = !guard.current() || (await ask());
    if (isAllowed) release(guard);
    return isAllowed;
  }, [guard, ask]);
  return { ask, mayClose };
}
