// Asks before typed text is lost: by closing the dialog, by another place of the application, by leaving the site.
import { App } from "antd";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useBlocker } from "react-router";
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

/** Guards the page while it is mounted. What it gives asks whether to close: at once "yes" where nothing would be lost. */
export function useUnsavedGuard(guard: DirtyGuard): () => Promise<boolean> {
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
    return () => removeEventListener("beforeunload", beforeUnload);
  }, [guard]);

  // An open dialog is part of the address, so going back closes it like any link.
  const blocker = useBlocker(useCallback(() => guard.current(), [guard]));
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask().then((mayLeave) => {
      if (!mayLeave) {
        blocker.reset();
        return;
      }
      release(guard);
      blocker.proceed();
    });
  }, [blocker, ask, guard]);

  return useCallback(async () => {
    const mayClose = !guard.current() || (await ask());
    if (mayClose) release(guard);
    return mayClose;
  }, [guard, ask]);
}
