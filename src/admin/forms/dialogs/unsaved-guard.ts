// Asks before unsaved input is lost: by closing the dialog, by navigating, by leaving the site.
import { App } from "antd";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { usePanelPlace } from "../../workspace/panel-place.ts";
import { recordTyped } from "../../workspace/tab-store.ts";
import { useFormTexts } from "../../i18n/language.ts";

/** The answer of the form in a dialog to whether input would be lost. */
export interface DirtyGuard {
  current: () => boolean;
  /** The page of the form's tab, if it is in one. */
  readonly page: string | undefined;
}

const clean = () => false;

/** The guards of visible forms. */
const shown = new Set<DirtyGuard>();

export function useDirtyGuard(): DirtyGuard {
  const page = usePanelPlace()?.path;
  return useRef<DirtyGuard>({ current: clean, page }).current;
}

/** Disables the guard: the form was saved, or the user has decided. */
export function release(guard: DirtyGuard): void {
  guard.current = clean;
  // Saved while another page is visible: the value stored when this one was hidden is outdated.
  if (guard.page !== undefined && !shown.has(guard)) recordTyped(guard.page, false);
}

/** Lets the form below answer the guard's question, as long as it is visible. */
export function useDirtyForm(guard: DirtyGuard, form: RefObject<{ isDirty(): boolean } | null>): void {
  useEffect(() => {
    guard.current = () => form.current?.isDirty() ?? false;
    return () => {
      guard.current = clean;
    };
  }, [guard, form]);
}

/** Whether the visible page would lose unsaved input. */
export function hasUnsavedInput(): boolean {
  return [...shown].some((guard) => guard.current());
}

export interface UnsavedGuard {
  /** Asks for confirmation, whatever the state of the form. */
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
