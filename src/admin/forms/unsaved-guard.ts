// Asks before typed text is lost: by closing the dialog, by another page of the application, by leaving the site.
import { App } from "antd";
import { useCallback, useEffect, useRef, type RefObject } from "react";
import { useFormTexts } from "./language.ts";

/** Whether something would be lost; asked at the moment of leaving. */
export type IsDirty = () => boolean;

/** A guard that a form inside a dialog sets. */
export type DirtyGuard = RefObject<IsDirty>;

export function useDirtyGuard(): DirtyGuard {
  return useRef<IsDirty>(() => false);
}

/** Lets the form below answer the guard's question, as long as it is mounted. */
export function useDirtyForm(guard: DirtyGuard, form: RefObject<{ isDirty(): boolean } | null>): void {
  useEffect(() => {
    guard.current = () => form.current?.isDirty() ?? false;
    return () => {
      guard.current = () => false;
    };
  }, [guard, form]);
}

/** Guards the page while it is mounted. What it gives asks whether to go: at once "yes" where nothing would be lost. */
export function useUnsavedGuard(guard: DirtyGuard): () => Promise<boolean> {
  const { modal } = App.useApp();
  const texts = useFormTexts();
  useEffect(() => {
    const beforeUnload = (event: BeforeUnloadEvent) => {
      if (guard.current()) event.preventDefault();
    };
    addEventListener("beforeunload", beforeUnload);
    return () => removeEventListener("beforeunload", beforeUnload);
  }, [guard]);
  return useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        if (!guard.current()) {
          resolve(true);
          return;
        }
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
    [guard, modal, texts],
  );
}
