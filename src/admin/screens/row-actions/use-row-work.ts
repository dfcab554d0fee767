// What happens when a button of a list is used: confirmations, removals, special actions, and what is said afterwards (specification §5, §8).
import { useDataProvider } from "@refinedev/core";
import { App } from "antd";
import { useTranslation } from "react-i18next";
import type { ScreenAction } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { failureOf } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/record.ts";
import { download } from "../../api/request.ts";
import { language } from "../../i18n/index.ts";
import { callAction } from "../../api/action-call.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { isAllowed, isEditable } from "./row-actions.ts";
import { saveFile } from "./save-file.ts";

/** Seconds that a refusal stays: it names what blocks, which takes longer to read than "done". */
const refusalStays = 6;

export interface RowWork {
  /** Asks, then removes; `after` is called once they are gone. */
  readonly remove: (rows: readonly Row[], after: () => void) => void;
  /** Does an action that needs no dialog of its own, after its confirmation. */
  readonly act: (action: ScreenAction, rows: readonly Row[], after: () => void) => void;
  readonly warn: (sentence: string) => void;
  readonly copy: (text: string) => void;
}

export function useRowWork(screen: ListViewModel): RowWork {
  const { t } = useTranslation();
  const { message, modal } = App.useApp();
  const provider = useDataProvider()();

  const refuse = (error: unknown) => {
    const failure = failureOf(error);
    if (!failure.silent) void message.error(failure.message, refusalStays);
  };

  /** One confirmation for the whole list; it closes when the work is done, whatever came of it. */
  const ask = (title: string, content: string | undefined, isDangerous: boolean, work: () => Promise<void>) => {
    modal.confirm({
      title,
      content,
      okText: t("common.ok"),
      cancelText: t("common.cancel"),
      okButtonProps: { danger: isDangerous },
      autoFocusButton: isDangerous ? "cancel" : "ok",
      onOk: async () => {
        try {
          await work();
        } catch (error) {
          refuse(error);
        }
      },
    });
  };

  const run = async (action: ScreenAction, rows: readonly Row[]) => {
    const [first] = rows;
    if (action.method === "GET") {
      const path = action.path.replace("{id}", encodeURIComponent(textOf(first?.[action.idField ?? screen.key])));
      saveFile(await download(path), inLanguage(action.label, language()));
      return;
    }
    await callAction(screen, action, { rows });
    void message.success(t("list.done"));
  };

  return {
    remove(rows, after) {
      const removable = rows.filter((row) => isEditable(screen, row));
      if (removable.length < rows.length) {
        void message.warning(t("list.notNow", { count: rows.length - removable.length }));
        return;
      }
      ask(t("list.deleteConfirm"), t("list.deleteCount", { count: rows.length }), true, async () => {
        await provider.deleteMany?.({ resource: screen.name, ids: rows.map((row) => textOf(row[screen.key])) });
        void message.success(t("list.deleted"));
        after();
      });
    },
    act(action, rows, after) {
      const barred = rows.filter((row) => !isAllowed(screen, action, row)).length;
      if (barred > 0) {
        void message.warning(t("list.notNow", { count: barred }));
        return;
      }
      const work = async () => {
        await run(action, rows);
        after();
      };
      if (action.confirm !== undefined) ask(inLanguage(action.confirm, language()), undefined, false, work);
      else work().catch(refuse);
    },
    warn: (sentence) => void message.warning(sentence),
    copy(text) {
      navigator.clipboard.writeText(text).then(
        () => void message.success(t("list.copied")),
        (error: unknown) => refuse(error),
      );
    },
  };
}
