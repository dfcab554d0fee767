// Saves, renames, shares and removes views, and says what came of it.
import { App } from "antd";
import { listViews, viewsPath, visibleViews } from "../../../schema/list-view.ts";
import { inLanguage } from "../../../schema/text.ts";
import { failureOf } from "../../api/failure.ts";
import { isRecord, textOf } from "../../api/wire-data.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { useFetchRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { language } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import type { SavedView } from "./saved-views.ts";
import type { ViewContent } from "./view-content.ts";

/** What the dialog of a new view asks, and of one that is renamed. */
export interface NamedView {
  readonly name: string;
  readonly isDefault: boolean;
}

export interface ViewWrites {
  /** Adds a view of one's own; its id. Throws ApiFailure. */
  readonly add: (listName: string, named: NamedView, content: ViewContent) => Promise<string>;
  /** Throws ApiFailure. */
  readonly rename: (view: SavedView, named: NamedView) => Promise<void>;
  /** Whether it was saved. */
  readonly save: (view: SavedView, content: ViewContent) => Promise<boolean>;
  /** `onUndone` follows when it was taken back. */
  readonly remove: (view: SavedView, after: { readonly onRemoved: () => void; readonly onUndone: () => void }) => Promise<void>;
}

export function useViewWrites(): ViewWrites {
  const { t } = useTranslation();
  const write = useWrite();
  const fetch = useFetchRead();
  const notices = useNotices();
  const { notification } = App.useApp();
  const send = async (call: string, body: Readonly<Record<string, unknown>>): Promise<string> => {
    const answer = await write({ path: `${viewsPath}/${call}`, body, resource: listViews });
    // What follows is shown of the views as they are now.
    await fetch({ path: visibleViews });
    return isRecord(answer) ? textOf(answer["id"]) : "";
  };
  const flag = (isDefault: boolean): number => (isDefault ? 1 : 0);
  return {
    add: async (listName, { name, isDefault }, content) => {
      const id = await send("add-view", { listName, name, isDefault: flag(isDefault), content });
      notices.done(t("views.saved", { name }));
      return id;
    },
    rename: async ({ id }, { name, isDefault }) => {
      await send("rename-view", { id, name, isDefault: flag(isDefault) });
      notices.done(t("views.saved", { name }));
    },
    save: async ({ id, name, row }, content) => {
      try {
        await send("save-view", { id, content, version: row["version"] });
      } catch (error) {
        notices.failed(error);
        // What somebody else has saved meanwhile is what the next save begins from.
        if (failureOf(error).error === "staleView") await fetch({ path: visibleViews });
        return false;
      }
      notices.done(t("views.saved", { name }));
      return true;
    },
    remove: async ({ id, name }, { onRemoved, onUndone }) => {
      try {
        await send("remove-view", { id });
      } catch (error) {
        notices.failed(error);
        return;
      }
      onRemoved();
      const [{ offerUndo }, screen] = await Promise.all([import("../row-actions/undo-removal.tsx"), loadScreen(listViews)]);
      const removal = screen?.actions.find((action) => action.name === "removeView");
      await offerUndo({
        names: name,
        ...(removal === undefined ? {} : { done: inLanguage(removal.label, language()) }),
        notification,
        restore: () => send("restore-view", { id }),
        onUndone: (sentence) => {
          notices.done(sentence);
          onUndone();
        },
        onFailed: notices.failed,
      });
    },
  };
}
