// Asks before typed text is lost: by closing the dialog, by another place of the application, by leaving the site.
import { App } from "antd";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useFormTexts } from "./language.ts";

/** What the form in a dialog answers to the question whether something would be lost. */
export type DirtyGuard = RefObject<() => boolean>;

const clean = () => false;

export function useDirtyGuard(): DirtyGuard {
  return useRef(clean);
}

/** Nothing is to be asked any more: it was saved, or the person has decided. */
export function release(guard: DirtyGuard): void {
  guard.current = clean;
}

/** Lets the form below answer the guard's question, as long as it is mounted. */
export function useDirtyForm(guard: DirtyGuard, form: RefObject<{ isDirty(): boolean } | null>): void {
  useEffect(() => {
    guard.current = () => form.current?.isDirty() ?? false;
    return () => release(guard);
  }, [guard, form]);
}

/** The guards of what is in sight. */
const shown = new Set<DirtyGuard>();

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
