// The user's menu: areas that expand and collapse, screens that are links. Real links, so that the browser can open a screen in a new tab.
import { memo, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { NavLink, useLocation } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { openWithToken } from "../token-address.ts";
import { flatMenu, breadcrumbsTo, type MenuItem } from "../menu.ts";

interface EntryProps {
  readonly item: MenuItem;
  readonly depth: number;
  readonly open: ReadonlySet<string>;
  readonly onToggle: (key: string) => void;
  /** Nothing leads anywhere. */
  readonly isPreview: boolean;
  readonly onPick: (() => void) | undefined;
}

function Entry({ item, depth, ...rest }: EntryProps) {
  const { t } = useTranslation();
  const { open, onToggle, isPreview, onPick } = rest;
  const style = { paddingInlineStart: 14 + depth * 26 };
  const content = (
    <>
      {item.icon !== "" && <Icon name={item.icon} size={16} />}
      <span className="tm-menu-label">{item.label}</span>
    </>
  );
  if (item.children.length > 0) {
    const isOpen = open.has(item.key);
    return (
      <li>
        <button
          type="button"
          className="tm-menu-entry"
          style={style}
          aria-expanded={isOpen}
          onClick={() => onToggle(item.key)}
          title={item.label}
        >
          {content}
          <Icon name="down" size={11} className="tm-menu-arrow" />
        </button>
        {isOpen && <Entries items={item.children} depth={depth + 1} {...rest} />}
      </li>
    );
  }
  if (isPreview) {
    return (
      <li>
        <span className="tm-menu-entry tm-menu-still" style={style} title={item.label}>
          {content}
          {item.href !== undefined && <Icon name="export" size={11} className="tm-menu-out" />}
        </span>
      </li>
    );
  }
  if (item.href !== undefined) {
    return (
      <li>
        <a className="tm-menu-entry" style={style} href={item.href} target="_blank" rel="noopener noreferrer" onClick={openWithToken}>
          {content}
          <span className="tm-visually-hidden">{t("shell.newWindow")}</span>
          <Icon name="export" size={11} className="tm-menu-out" />
        </a>
      </li>
    );
  }
  if (item.path === undefined) return null;
  return (
    <li>
      <NavLink className="tm-menu-entry" style={style} to={item.path} title={item.label} onClick={onPick}>
        {content}
      </NavLink>
    </li>
  );
}

function Entries({ items, ...rest }: { readonly items: readonly MenuItem[] } & Omit<EntryProps, "item">) {
  return (
    <ul>
      {items.map((item) => (
        <Entry key={item.key} item={item} {...rest} />
      ))}
    </ul>
  );
}

interface SideMenuProps {
  readonly menu: readonly MenuItem[];
  /** Its accessible name where it is a part of the menu. */
  readonly label?: string;
  /** Called when a screen is chosen. */
  readonly onPick?: () => void;
  /** Its accessible name as a preview: fully expanded, without links. */
  readonly preview?: string;
}

export const SideMenu = memo(function SideMenu({ menu, label, preview, onPick }: SideMenuProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isPreview = preview !== undefined;
  // The area of the current screen is expanded unless the user collapsed it.
  const open = new Set((isPreview ? flatMenu(menu) : breadcrumbsTo(menu, pathname)).map((item) => item.key));
  for (const [key, isOpen] of toggled) {
    if (isOpen) open.add(key);
    else open.delete(key);
  }
  const toggle = (key: string) => setToggled((old) => new Map(old).set(key, !open.has(key)));
  const menuRef = useRef<HTMLElement>(null);
  // The present screen's entry is in view, also where an address led there and not the menu.
  useEffect(() => {
    menuRef.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname, menu]);
  return (
    <nav className="tm-menu" ref={menuRef} aria-label={preview ?? label ?? t("shell.menu")}>
      {menu.length === 0 ? (
        <p className="tm-menu-none">{t("shell.noMenu")}</p>
      ) : (
        <Entries items={menu} depth={0} open={open} onToggle={toggle} isPreview={isPreview} onPick={onPick} />
      )}
    </nav>
  );
});
