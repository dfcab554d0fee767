// The frame of all pages: side menu, top bar, tab bar, and each page in its own scrolling area. Below 768 px the menu is a drawer.
import { memo, useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigationType } from "react-router-dom";
import { readStored, writeStored } from "../api/stored.ts";
import { Icon } from "../icons/icon.tsx";
import { Mark } from "../parts/mark.tsx";
import { useNotices } from "../hooks/use-notices.ts";
import { narrow, useMedia } from "../hooks/use-media.ts";
import { useEvent } from "../hooks/use-event.ts";
import { NoticeButton } from "./notices/notice-button.tsx";
import { MenuSearch } from "./palette/menu-search.tsx";
import "./shell.css";
import { LockButton } from "./lock/lock-button.tsx";
import { SideMenu } from "../side-menu/side-menu.tsx";
import { OpenPages } from "./tabs/open-pages.tsx";
import { TabBar } from "./tabs/tab-bar.tsx";
import { TopTools } from "./tools/top-tools.tsx";
import { TopMenuBar, TopMenuSelect } from "./top-menus/top-menus.tsx";
import { useTopMenus, type TopMenus } from "./top-menus/use-top-menus.ts";
import { UserMenu } from "./user-menu.tsx";

const storedAs = "menuCollapsed";

// The bars' state is separate from the pages, which render while the header's menus load.
const Pages = memo(OpenPages);
const Tabs = memo(TabBar);

/** Below this width the menu starts collapsed, unless the user has chosen (docs/specification.md §2). */
const spacious = "(width >= 992px)";

function startsCollapsed(): boolean {
  const chosen = readStored(storedAs)?.content;
  return typeof chosen === "boolean" ? chosen : !matchMedia(spacious).matches;
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
  const isNarrow = useMedia(narrow);
  const [isCollapsed, setCollapsed] = useState(startsCollapsed);
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
    if (isNarrow) {
      setDrawerOpen(true);
      return;
    }
    writeStored(storedAs, !isCollapsed);
    setCollapsed(!isCollapsed);
  };
  const isMenuShown = isNarrow ? isDrawerOpen : !isCollapsed;
  const label = isNarrow ? t("shell.openMenu") : t(isCollapsed ? "shell.expand" : "shell.collapse");
  return (
    <div className={isCollapsed || isNarrow ? "tm-shell tm-shell-collapsed" : "tm-shell"}>
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
        <NoticeButton />
        <TopTools />
        <LockButton />
        <UserMenu />
      </header>
      {isNarrow ? (
        <Drawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} topMenus={topMenus} />
      ) : (
        !isCollapsed && (
          <aside className="tm-side">
            <SideMenu menu={topMenus.sidebar} />
          </aside>
        )
      )}
      <Tabs onSearch={openSearch} />
      <main id="content" className="tm-content" tabIndex={-1}>
        <Pages />
      </main>
    </div>
  );
}
