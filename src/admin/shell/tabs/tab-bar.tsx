// The bar of open pages below the top bar (docs/specification.md §2): one tab each, a menu on them, and the same menu at the end of the
// bar.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useLocation } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { flatMenu } from "../../workspace/menu.ts";
import { PopMenu, type PopItem } from "../../ui/panels/pop.tsx";
import { useWorkspace } from "../../workspace/workspace.ts";
import { panelIdOf, tabIdOf } from "./tab-ids.ts";
import { homePath, othersOf, type Tab } from "../../workspace/tab-set.ts";
import { isClosable, useTabs } from "../../workspace/tab-store.ts";
import "./tabs.css";
import { useTabWork } from "./use-tab-work.ts";

/** The tab whose menu is open, and the element it opens at. */
interface OpenMenu {
  readonly path: string;
  readonly anchor: HTMLElement;
  readonly hasSearch: boolean;
}

/** Takes the focus to another tab of the list, as arrow keys do in a tab list. */
function focusTab(list: HTMLElement, key: string): boolean {
  const all = [...list.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.findIndex((tab) => tab === document.activeElement);
  const to = { ArrowRight: (at + 1) % all.length, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return false;
  all.at(to)?.focus();
  return true;
}

export function TabBar({ onSearch }: { readonly onSearch: () => void }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menu } = useWorkspace();
  const tabs = useTabs();
  const work = useTabWork();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<OpenMenu>();
  const names = new Map(flatMenu(menu).flatMap((item) => (item.path === undefined ? [] : [[item.path, item.label] as const])));
  const labelOf = (tab: Tab) => names.get(tab.path) ?? (tab.label || t("tabs.home"));
  const isShown = tabs.some((tab) => tab.path === pathname);

  // The open page's tab stays in view, also when the window gets narrower.
  useEffect(() => {
    const bar = list.current;
    if (bar === null) return undefined;
    const watched = new ResizeObserver(() =>
      bar.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    watched.observe(bar);
    return () => watched.disconnect();
  }, [pathname, tabs]);

  const pathIn = (event: { readonly target: EventTarget }) => {
    const tab = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=tab]") : null;
    return tab?.dataset["path"];
  };
  const click = (event: MouseEvent) => {
    const path = pathIn(event);
    const tab = tabs.find((one) => one.path === path);
    if (tab === undefined) return;
    if (event.target instanceof Element && event.target.closest(".tm-tab-close") !== null) work.close(tab.path);
    else work.show(tab);
  };
  const middleClick = (event: MouseEvent) => {
    const path = pathIn(event);
    if (event.button !== 1 || path === undefined) return;
    event.preventDefault();
    work.close(path);
  };
  const openMenu = (event: MouseEvent) => {
    const path = pathIn(event);
    const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>("[role=tab]") : null;
    if (path === undefined || anchor === null) return;
    event.preventDefault();
    setOpened({ path, anchor, hasSearch: false });
  };
  const keyDown = (event: KeyboardEvent) => {
    if (list.current !== null && focusTab(list.current, event.key)) event.preventDefault();
    const path = pathIn(event);
    if (event.key !== "Delete" || path === undefined) return;
    event.preventDefault();
    // The focus stays in the bar: on the tab before, or the one after the first.
    const at = tabs.findIndex((tab) => tab.path === path);
    const neighbour = tabs[at - 1] ?? tabs[at + 1];
    if (isClosable(path) && neighbour !== undefined) document.getElementById(tabIdOf(neighbour.path))?.focus();
    work.close(path);
  };

  const itemsFor = ({ path, hasSearch }: OpenMenu): PopItem[] => [
    ...(hasSearch ? [{ key: "search", label: t("palette.open"), icon: "search" }] : []),
    ...(path === pathname ? [{ key: "print", label: t("tabs.print"), icon: "printer" }] : []),
    { key: "clearCache", label: t("tabs.clearCache"), icon: "sync" },
    ...(isClosable(path) ? [{ key: "close", label: t("tabs.close"), icon: "close" }] : []),
    ...(othersOf(tabs, path).length > 0 ? [{ key: "closeOthers", label: t("tabs.closeOthers"), icon: "minus" }] : []),
    ...(tabs.length > 1 ? [{ key: "closeAll", label: t("tabs.closeAll"), icon: "close-circle" }] : []),
  ];
  const pick = (key: string, path: string) => {
    if (key === "search") onSearch();
    if (key === "print") void import("../../ui/print/print.ts").then(({ printPart }) => printPart());
    if (key === "clearCache") work.clearCache();
    if (key === "close") work.close(path);
    if (key === "closeOthers") work.closeOthers(path);
    if (key === "closeAll") work.closeAll();
  };

  return (
    <section className="tm-tabs" aria-label={t("tabs.label")}>
      <div
        ref={list}
        className="tm-tab-list"
        role="tablist"
        aria-label={t("tabs.label")}
        onClick={click}
        onAuxClick={middleClick}
        // The browser would begin to scroll.
        onMouseDown={(event) => event.button === 1 && event.preventDefault()}
        onContextMenu={openMenu}
        onKeyDown={keyDown}
        onWheel={(event) => {
          if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY;
        }}
      >
        {tabs.map((tab, index) => {
          const isActive = tab.path === pathname;
          return (
            <button
              key={tab.path}
              type="button"
              role="tab"
              id={tabIdOf(tab.path)}
              data-path={tab.path}
              className="tm-tab"
              title={labelOf(tab)}
              aria-selected={isActive}
              {...(isActive ? { "aria-controls": panelIdOf(tab.path) } : {})}
              {...(isClosable(tab.path) ? { "aria-keyshortcuts": "Delete" } : {})}
              tabIndex={isActive || (!isShown && index === 0) ? 0 : -1}
            >
              {tab.path === homePath && <Icon name="home" size={13} />}
              <span className="tm-tab-label">{labelOf(tab)}</span>
              {isClosable(tab.path) && (
                <span className="tm-tab-close" aria-hidden="true">
                  <Icon name="close" size={10} />
                </span>
              )}
            </button>
          );
        })}
      </div>
      <button
        type="button"
        className="tm-icon-button tm-tabs-more"
        aria-label={t("tabs.more")}
        title={t("tabs.more")}
        aria-haspopup="menu"
        aria-expanded={opened?.hasSearch === true}
        onClick={(event) => setOpened(opened === undefined ? { path: pathname, anchor: event.currentTarget, hasSearch: true } : undefined)}
      >
        <Icon name="down" size={12} />
      </button>
      {opened !== undefined && (
        <PopMenu
          key={opened.path}
          anchor={opened.anchor}
          label={t("tabs.more")}
          items={itemsFor(opened)}
          onPick={(key) => pick(key, opened.path)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}
