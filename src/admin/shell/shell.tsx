// The frame of all pages: side menu, top bar, tab bar, and each page in its own scrolling area. Below 768 px the menu is a drawer, and put
// away it is a rail of icons, as it begins below 992 px.
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link, useLocation, useNavigationType } from "react-router-dom";
import { readStored, writeStored } from "../browser/storage.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { Mark } from "../ui/page/mark.tsx";
import { useNotices } from "../workspace/use-notices.ts";
import { narrow, useMedia } from "../ui/hooks/use-media.ts";
import { useEvent } from "../ui/hooks/use-event.ts";
import { NoticeButton } from "./notices/notice-button.tsx";
import { TaskButton } from "./notices/task-button.tsx";
import { usePageKeys } from "../ui/keyboard/page-keys.ts";
import { usePrintKey } from "../ui/print/print-key.ts";
import "../ui/print/unprepared.css";
import { MenuSearch } from "./palette/menu-search.tsx";
import "./shell.css";
import { LockButton } from "./lock/lock-button.tsx";
import { Rail } from "../workspace/side-menu/rail.tsx";
import { SideMenu } from "../workspace/side-menu/side-menu.tsx";
import { OpenPages } from "./tabs/open-pages.tsx";
import { TabBar } from "./tabs/tab-bar.tsx";
import { DiskNotes } from "./notices/disk-notes.tsx";
import { OfflineBar } from "./connection/offline-bar.tsx";
import { TopTools } from "./header/top-tools.tsx";
import { TopMenuBar, TopMenuSelect } from "./top-menus/top-menus.tsx";
import { useTopMenus, type TopMenus } from "./top-menus/use-top-menus.ts";
import { UserMenu } from "./header/user-menu.tsx";

const KeysDialog = lazy(() => import("./keys/keys-dialog.tsx"));

const storedAs = "menuCollapsed";

// The bars' state is separate from the pages, which render while the header's menus load.
const Pages = memo(OpenPages);
const Tabs = memo(TabBar);

/** Below this width the menu begins as a rail; from it on as the user has left it (docs/specification.md §2). */
const spacious = "(width >= 992px)";

/** Whether the menu is a rail, and what turns it into one and back. */
function useCollapsed(): readonly [boolean, () => void] {
  const isSpacious = useMedia(spacious);
  const [chosen, setChosen] = useState(() => readStored(storedAs)?.content === true);
  // On a small window the wide menu is not remembered: it would take half of the next page.
  const [isWidened, setWidened] = useState(false);
  if (!isSpacious) return [!isWidened, () => setWidened(!isWidened)];
  const toggle = () => {
    writeStored(storedAs, !chosen);
    setChosen(!chosen);
  };
  return [chosen, toggle];
}

/** The menu as a drawer: the browser's own dialog holds the focus inside and closes with Esc. */
function Drawer({ isOpen, onClose, topMenus }: { readonly isOpen: boolean; readonly onClose: () => void; readonly topMenus: TopMenus }) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element.addEventListener("click", closeOutside);
    return () => element.removeEventListener("click", closeOutside);
  }, [onClose]);
  return (
    <dialog ref={dialog} className="tm-drawer" aria-label={t("shell.menu")} onClose={onClose}>
      <div className="tm-drawer-head">
        <Mark size={26} />
        <strong>{t("product")}</strong>
        <button type="button" className="tm-icon-button" aria-label={t("shell.closeMenu")} onClick={onClose}>
          <Icon name="close" size={16} />
        </button>
      </div>
      <TopMenuSelect {...topMenus} />
      <SideMenu menu={topMenus.sidebar} />
    </dialog>
  );
}

export function Shell() {
  const { t } = useTranslation();
  const { refused } = useNotices();
  const topMenus = useTopMenus(useEvent(refused));
  const { pathname } = useLocation();
  const isChoice = useNavigationType() !== "REPLACE";
  usePrintKey(() => refused(t("shell.formNotPrinted")));
  const [areKeysShown, setKeysShown] = useState(false);
  const showKeys = useCallback(() => setKeysShown(true), []);
  usePageKeys(showKeys);
  const isNarrow = useMedia(narrow);
  const [isCollapsed, toggleCollapsed] = useCollapsed();
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [drawerAt, setDrawerAt] = useState(pathname);
  const [isSearching, setSearching] = useState(false);
  const closeSearch = useCallback(() => setSearching(false), []);
  const openSearch = useCallback(() => setSearching(true), []);
  // A screen was chosen, so the drawer closes. A redirect, such as to the first page, is not a choice.
  if (drawerAt !== pathname) {
    setDrawerAt(pathname);
    if (isChoice) setDrawerOpen(false);
  }
  const toggle = () => {
    if (isNarrow) setDrawerOpen(true);
    else toggleCollapsed();
  };
  const isMenuShown = isNarrow ? isDrawerOpen : !isCollapsed;
  const label = isNarrow ? t("shell.openMenu") : t(isCollapsed ? "shell.expand" : "shell.collapse");
  const shape = isNarrow ? " tm-shell-narrow" : isCollapsed ? " tm-shell-collapsed" : "";
  return (
    <div className={`tm-shell${shape}`}>
      <a className="tm-skip" href="#content">
        {t("shell.skip")}
      </a>
      <header className="tm-top">
        <button type="button" className="tm-icon-button" aria-label={label} title={label} aria-expanded={isMenuShown} onClick={toggle}>
          <Icon name="menu" size={17} />
        </button>
        <Link to="/" className="tm-brand" aria-label={t("product")}>
          <Mark size={26} />
          <span>{t("product")}</span>
        </Link>
        {!isNarrow && <TopMenuBar {...topMenus} />}
        <span className="tm-top-space" />
        <MenuSearch isOpen={isSearching} onChange={setSearching} onClose={closeSearch} />
        <TaskButton />
        <NoticeButton />
        <TopTools />
        <LockButton />
        <UserMenu onKeys={showKeys} />
      </header>
      {isNarrow ? (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} topMenus={topMenus} />
      ) : (
        <aside className="tm-side">{isCollapsed ? <Rail menu={topMenus.sidebar} /> : <SideMenu menu={topMenus.sidebar} />}</aside>
      )}
      <OfflineBar>
        <DiskNotes />
      </OfflineBar>
      <Tabs onSearch={openSearch} />
      <main id="content" className="tm-content" tabIndex={-1}>
        <Pages />
      </main>
      {areKeysShown && (
        <Suspense>
          <KeysDialog onClose={() => setKeysShown(false)} />
        </Suspense>
      )}
    </div>
  );
}
