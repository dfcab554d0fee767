// The trees of a dialog, one tab each; menu trees have the resulting sidebar next to them, or as a separate tab on narrow screens.
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenTrees } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
import { useLanguage } from "../../i18n/language.ts";
import { countNotOffered, changes, partlyChecked, type ListChange } from "./checked-lists.ts";
import { visibleWith, isBelow, menusOutside, sidebarOf } from "./sidebar-of.ts";
import { SidebarPreview } from "./sidebar-preview.tsx";
import { TabList } from "../../ui/panels/tab-list.tsx";
import { TreePane } from "./tree-pane.tsx";
import type { OfferedList } from "./use-offered.ts";

/** The state of a list in the dialog. */
export interface ListState extends OfferedList {
  readonly label: ScreenTrees["lists"][number]["label"];
  readonly sidebar?: ScreenTrees["lists"][number]["sidebar"];
  readonly chosen: ReadonlySet<string>;
  readonly change: ListChange;
}

interface ListProps {
  readonly list: ListState;
  readonly targets: number;
  readonly onChange: (name: string, chosen: ReadonlySet<string>) => void;
}

/** Names of menus in a sentence. */
const namedMenus = 3;

function Preview({ list: { tree, chosen, limits, sidebar } }: { readonly list: ListState }): ReactNode {
  const { t } = useTranslation();
  const menu = useMemo(
    () => sidebarOf(tree, sidebar === "below" ? (node) => isBelow(node, chosen) : visibleWith(chosen, limits)),
    [tree, chosen, limits, sidebar],
  );
  const outside = useMemo(() => menusOutside(tree, chosen, limits), [tree, chosen, limits]);
  const names =
    outside
      .slice(0, namedMenus)
      .map(({ title }) => title)
      .join(t("trees.separator")) + (outside.length > namedMenus ? "…" : "");
  return (
    <SidebarPreview
      menu={menu}
      nothing={t("trees.noMenu")}
      note={outside.length === 0 ? undefined : t("trees.outside", { count: outside.length, names })}
    />
  );
}

function List({ list, targets, onChange }: ListProps): ReactNode {
  const { t } = useTranslation();
  const label = inLanguage(list.label, useLanguage());
  const { name, tree, assigned, chosen, change, sidebar } = list;
  const partly = useMemo(() => partlyChecked(assigned, tree), [assigned, tree]);
  const beyond = countNotOffered(assigned, tree);
  return (
    <div className="tt-list">
      {beyond === 0 ? null : <p className="tt-note">{t("trees.beyond", { count: beyond })}</p>}
      {tree.offered.size === 0 ? (
        <p className="tt-empty">{t("trees.empty", { label })}</p>
      ) : (
        <TreePane
          label={label}
          tree={tree}
          chosen={chosen}
          change={change}
          partly={partly}
          targets={targets}
          hasMenus={sidebar === "chosen"}
          onChange={(next) => onChange(name, next)}
        />
      )}
    </div>
  );
}

export function TreeTabs({
  lists,
  targets,
  onChange,
}: {
  readonly lists: readonly ListState[];
  readonly targets: number;
  readonly onChange: ListProps["onChange"];
}): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const isNarrow = useMedia(narrow);
  const menu = lists.find((list) => list.sidebar !== undefined);
  const tabs = lists.map((list) => {
    const content = <List list={list} targets={targets} onChange={onChange} />;
    return {
      key: list.name,
      label: (
        <>
          {inLanguage(list.label, language)}{" "}
          <span className="tt-badge" data-changed={changes(list.change) > 0 || undefined}>
            {list.chosen.size}
          </span>
        </>
      ),
      content:
        list.sidebar === undefined || isNarrow ? (
          content
        ) : (
          <div className="tt-beside">
            {content}
            <Preview list={list} />
          </div>
        ),
    };
  });
  return (
    <TabList
      label={t("trees.tabs")}
      tabs={
        menu === undefined || !isNarrow ? tabs : [...tabs, { key: "preview", label: t("trees.preview"), content: <Preview list={menu} /> }]
      }
    />
  );
}
