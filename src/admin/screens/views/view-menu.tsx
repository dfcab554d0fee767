// The menu of the saved views of a list: choose one, save what the list shows now, share it.
import { lazy, Suspense, use, useState, type ReactNode } from "react";
import { listViews } from "../../../schema/list-view.ts";
import type { ScreenAction } from "../../../schema/screen.ts";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { PopMenu, type PopItem } from "../../ui/panels/pop.tsx";
import { useNotices } from "../../workspace/use-notices.ts";
import type { SavedView } from "./saved-views.ts";
import type { ListViews } from "./use-list-views.ts";
import { useViewWrites } from "./use-view-writes.ts";
import type { ViewContent } from "./view-content.ts";

const texts = addTexts("views");

const ViewDialogs = lazy(() => import("./view-dialogs.tsx"));

interface ViewMenuProps {
  readonly listName: string;
  readonly views: ListViews;
  /** What the list shows now. */
  readonly content: ViewContent;
  /** It differs from the view. */
  readonly isChanged: boolean;
  /** The button at which the menu is open. */
  readonly anchor: HTMLElement | undefined;
  readonly onClose: () => void;
}

/** What is asked in a dialog. */
export type ViewDialog =
  | { readonly kind: "add" }
  | { readonly kind: "rename"; readonly view: SavedView }
  | { readonly kind: "share"; readonly view: SavedView; readonly action: ScreenAction };

/** Keys of the items that are no views. */
const commands = ["save", "add", "reset", "rename", "share", "link", "remove"] as const;
type Command = (typeof commands)[number];

const viewKey = (id: string): string => `view ${id}`;

/** Default export, because it is loaded lazily. */
export default function ViewMenu({ listName, views, content, isChanged, anchor, onClose }: ViewMenuProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const notices = useNotices();
  const writes = useViewWrites();
  const [dialog, setDialog] = useState<ViewDialog>();
  const { all, current, mayShare } = views;

  const noteOf = ({ audience, isDefaultHere }: SavedView): string =>
    [...(isDefaultHere ? [t("views.default")] : []), ...(audience === "private" ? [] : [t("views.shared")])].join(" · ");
  const items: readonly PopItem[] = [
    { key: viewKey(""), label: t("list.noView"), isChosen: current === undefined },
    ...all.map((view) => ({
      key: viewKey(view.id),
      label: view.name,
      note: noteOf(view),
      isChosen: view.id === current?.id,
    })),
    ...commandItems(),
  ];
  function commandItems(): readonly PopItem[] {
    const item = (key: Command, more: Partial<PopItem> = {}): PopItem => ({ key, label: t(`views.${key}`), ...more });
    const add = item("add", { icon: "plus", isApart: true });
    if (current === undefined) return [add];
    return [
      ...(isChanged && current.mayChange ? [item("save", { icon: "save", isApart: true })] : []),
      isChanged && current.mayChange ? item("add", { icon: "plus" }) : add,
      ...(isChanged ? [item("reset", { icon: "reload" })] : []),
      ...(current.mayChange ? [item("rename", { icon: "edit" })] : []),
      ...(mayShare ? [item("share", { icon: "team" })] : []),
      item("link", { icon: "link" }),
      ...(current.mayChange ? [item("remove", { icon: "delete", isDangerous: true })] : []),
    ];
  }

  const save = async (view: SavedView) => {
    if (await writes.save(view, content)) views.adopt(view.id);
  };
  const share = async (view: SavedView) => {
    const screen = await loadScreen(listViews);
    const action = screen?.actions.find((one) => one.name === "shareView");
    if (action !== undefined) setDialog({ kind: "share", view, action });
  };
  const link = async (view: SavedView) => {
    const address = new URL(window.location.pathname, window.location.origin);
    address.searchParams.set("view", view.id);
    await navigator.clipboard.writeText(address.toString());
    notices.done(t("views.linkCopied"));
  };
  const act = (command: Command, view: SavedView): void => {
    if (command === "save") void save(view);
    else if (command === "reset") views.open(view);
    else if (command === "rename") setDialog({ kind: "rename", view });
    else if (command === "share") share(view).catch(notices.failed);
    else if (command === "link") link(view).catch(notices.failed);
    else if (command === "remove") void writes.remove(view, { onRemoved: () => views.open(undefined), onUndone: () => undefined });
  };
  const pick = (key: string) => {
    const command = commands.find((one) => one === key);
    if (command === "add") setDialog({ kind: "add" });
    else if (command !== undefined && current !== undefined) act(command, current);
    else if (key === viewKey("")) views.open(undefined);
    else {
      const view = all.find(({ id }) => viewKey(id) === key);
      if (view !== undefined) views.open(view);
    }
  };
  return (
    <>
      {anchor !== undefined && <PopMenu anchor={anchor} label={t("views.title")} items={items} onPick={pick} onClose={onClose} />}
      {dialog !== undefined && (
        <Suspense>
          <ViewDialogs
            dialog={dialog}
            writes={writes}
            add={async (named) => views.adopt(await writes.add(listName, named, content))}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
