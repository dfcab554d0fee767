// The handlers of a list's buttons: confirmations, removals, actions, and their notifications (docs/specification.md §5, §8).
import { useDeleteMany } from "@refinedev/core";
import { App } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenAction } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { language } from "../../i18n/index.ts";
import { successorOfRow } from "../../ui/keyboard/focus-successor.ts";
import { useRights } from "../../access/use-rights.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { sentForApproval, useAction, useWrite } from "../../data/queries/writes.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { rowNames } from "../data/row-title.ts";
import { isAllowed, isRemovable } from "./row-actions.ts";

interface RowWork {
  /** Asks, then removes; `after` is called afterwards. */
  readonly remove: (rows: readonly Row[], after: () => void) => void;
  /** Runs an action without a dialog, after its confirmation. */
  readonly act: (action: ScreenAction, rows: readonly Row[], after: () => void) => void;
  readonly warn: (sentence: string) => void;
  readonly copy: (text: string) => void;
}

interface Question {
  readonly title: string;
  readonly content: string;
  readonly isDangerous: boolean;
  readonly rows: readonly Row[];
}

export function useRowWork(screen: ListViewModel): RowWork {
  const { t } = useTranslation();
  const { modal, notification } = App.useApp();
  const notices = useNotices();
  const { mutateAsync: removeRows } = useDeleteMany();
  const act = useAction();
  const rights = useRights(screen);
  const write = useWrite();

  /** What gives the focus to the next row, should these leave the list; they may be worked on from a dialog that is closed meanwhile. */
  const successorOf = (rows: readonly Row[]): (() => void) => {
    const { activeElement } = document;
    const [row] = rows;
    if (row === undefined || rows.length > 1 || activeElement?.closest("[data-row-key]")) return successorOfRow(activeElement);
    return successorOfRow(document.querySelector(`.tm-list [data-row-key="${CSS.escape(textOf(row[screen.key]))}"]`));
  };

  /** One confirmation for the whole list; it closes when the work is done, whatever the outcome. */
  const ask = ({ title, content, isDangerous, rows }: Question, work: (tell: (sentence: string) => void) => Promise<void>) => {
    const focusSuccessor = successorOf(rows);
    const box = modal.confirm({
      afterClose: focusSuccessor,
      title,
      content,
      okText: t("common.ok"),
      cancelText: t("common.cancel"),
      okButtonProps: { danger: isDangerous },
      autoFocusButton: isDangerous ? "cancel" : "ok",
      onOk: async () => {
        try {
          await work((sentence) => box.update({ content: sentence }));
        } catch (error) {
          notices.failed(error);
        }
      },
    });
  };

  /** For all rows together, or, where that is refused because of some of them, for each by itself. */
  const undoTogether = (rows: readonly Row[], undo: (some: readonly Row[]) => Promise<unknown>) =>
    undo(rows).catch(async (error: unknown) => {
      const { isOfRows, undoSingly } = await import("./undo-singly.ts");
      if (rows.length === 1 || !isOfRows(error)) throw error;
      await undoSingly(
        rows,
        (row) => undo([row]),
        (row) => rowNames(screen, [row]),
      );
    });

  /** The bar is an extra: the rows are in the recycle bin whether it comes or not. */
  const offerUndo = async (rows: readonly Row[], names: string) => {
    const restoreOf = (some: readonly Row[]) =>
      write({
        path: `${screen.path}/restore`,
        query: { ids: some.map((row) => textOf(row[screen.key])).join(",") },
        resource: screen.name,
      });
    const restore = () => undoTogether(rows, restoreOf);
    try {
      const undo = await import("./undo-removal.tsx");
      await undo.offerUndo({ names, notification, restore, onUndone: (sentence) => notices.done(sentence), onFailed: notices.failed });
    } catch {
      notices.done(t("list.deleted"));
    }
  };

  /** The bar after an action that has only moved rows: they go back together, or, where one of them is refused, each by itself. */
  const offerWayBack = async (action: ScreenAction, rows: readonly Row[]) => {
    const back = screen.actions.find(({ name }) => name === action.undoneBy);
    if (back === undefined || rights?.may(back) !== true) return notices.done(t("list.done"));
    const names = rowNames(screen, rows);
    const restore = () => undoTogether(rows, (some) => act(screen, back, { rows: some }));
    try {
      const undo = await import("./undo-removal.tsx");
      await undo.offerUndo({
        ...{ names, notification, restore, onFailed: notices.failed },
        done: inLanguage(action.label, language()),
        onUndone: (sentence) => notices.done(sentence),
      });
    } catch {
      notices.done(t("list.done"));
    }
  };

  const run = async (action: ScreenAction, rows: readonly Row[]) => {
    const [first] = rows;
    if (action.method === "GET") {
      const path = action.path.replace("{id}", encodeURIComponent(textOf(first?.[action.idField ?? screen.key])));
      await (await import("../../data/queries/save-file.ts")).saveFile(path, inLanguage(action.label, language()));
      return;
    }
    if (action.download === true) {
      await (await import("../../data/queries/save-file.ts")).saveAnswer(screen, action, rows);
      return;
    }
    const waiting = sentForApproval(await act(screen, action, { rows }));
    if (waiting > 0) notices.done(t("list.askedForApproval", { count: waiting }));
    else if (action.undoneBy === undefined) notices.done(t("list.done"));
    else void offerWayBack(action, rows);
  };

  return {
    remove(rows, after) {
      const removable = rows.filter((row) => isRemovable(screen, row));
      if (removable.length < rows.length) {
        notices.refused(t("list.notNow", { count: rows.length - removable.length }));
        return;
      }
      const named = { count: rows.length, names: rowNames(screen, rows) };
      const isUndoable = screen.recycleBin === true;
      const [one, several] = isUndoable ? (["list.binOne", "list.binCount"] as const) : (["list.deleteOne", "list.deleteCount"] as const);
      const question = t(rows.length === 1 ? one : several, named);
      const { removalNote } = screen;
      const note = removalNote === undefined ? question : `${question} ${inLanguage(removalNote, language())}`;
      const removeAll = (ids: readonly string[]) =>
        removeRows({ resource: screen.name, ids: [...ids], successNotification: false, errorNotification: false });
      ask({ title: t("list.deleteConfirm"), content: note, isDangerous: true, rows }, async (tell) => {
        const ids = rows.map((row) => textOf(row[screen.key]));
        if (screen.backEnd?.removesSingly === true) await (await import("./remove-singly.ts")).removeSingly(ids, removeAll, tell);
        else await removeAll(ids);
        if (isUndoable) void offerUndo(rows, named.names);
        else notices.done(t("list.deleted"));
        after();
      });
    },
    act(action, rows, after) {
      const barred = rows.filter((row) => !isAllowed(screen, action, row)).length;
      if (barred > 0) {
        notices.refused(t("list.notNow", { count: barred }));
        return;
      }
      const work = async () => {
        await run(action, rows);
        after();
      };
      if (action.confirm !== undefined) {
        const title = inLanguage(action.confirm, language());
        ask({ title, content: rowNames(screen, rows), isDangerous: false, rows }, work);
      } else work().catch(notices.failed).finally(successorOf(rows));
    },
    warn: notices.refused,
    copy(text) {
      navigator.clipboard.writeText(text).then(() => notices.done(t("list.copied")), notices.failed);
    },
  };
}
