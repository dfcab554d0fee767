// The menu put away to a rail of icons: each opens its screens beside it, or is one.
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { NavLink, useLocation } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { Pop } from "../../ui/panels/pop.tsx";
import { breadcrumbsTo, type MenuItem } from "../menu.ts";
import { openWithToken } from "../token-address.ts";
import { SideMenu } from "./side-menu.tsx";

interface OpenArea {
  readonly key: string;
  readonly anchor: HTMLElement;
  /** The page it was opened on: going to another closes it. */
  readonly at: string;
}

interface EntryProps {
  readonly item: MenuItem;
  readonly isCurrent: boolean;
  readonly isOpen: boolean;
  readonly onOpen: (anchor: HTMLElement) => void;
}

function RailEntry({ item, isCurrent, isOpen, onOpen }: EntryProps) {
  const { t } = useTranslation();
  const picture = <Icon name={item.icon} size={18} />;
  if (item.children.length > 0)
    return (
      <button
        type="button"
        className="tm-menu-entry"
        aria-label={item.label}
        title={item.label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        data-current={isCurrent || undefined}
        onClick={(event) => onOpen(event.currentTarget)}
      >
        {picture}
      </button>
    );
  if (item.href !== undefined)
    return (
      <a
        className="tm-menu-entry"
        aria-label={item.label + t("shell.newWindow")}
        title={item.label}
        href={item.href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={openWithToken}
      >
        {picture}
      </a>
    );
  if (item.path === undefined) return null;
  return (
    <NavLink className="tm-menu-entry" aria-label={item.label} title={item.label} to={item.path}>
      {picture}
    </NavLink>
  );
}

export function Rail({ menu }: { readonly menu: readonly MenuItem[] }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<OpenArea>();
  const current = breadcrumbsTo(menu, pathname)[0]?.key;
  const area = opened?.at === pathname ? menu.find(({ key }) => key === opened.key) : undefined;
  return (
    <nav className="tm-menu tm-rail" aria-label={t("shell.menu")}>
      <ul>
        {menu.map((item) => (
          <li key={item.key}>
            <RailEntry
              item={item}
              isCurrent={item.key === current}
              isOpen={item.key === area?.key}
              onOpen={(anchor) => setOpened(item.key === area?.key ? undefined : { key: item.key, anchor, at: pathname })}
            />
          </li>
        ))}
      </ul>
      {area !== undefined && opened !== undefined && (
        <Pop anchor={opened.anchor} side="right" role="dialog" label={area.label} onClose={() => setOpened(undefined)}>
          <p className="tm-pop-heading">{area.label}</p>
          <div className="tm-rail-area">
            {/* Also the screen that is shown already closes it. */}
            <SideMenu menu={area.children} label={area.label} onPick={() => setOpened(undefined)} />
          </div>
        </Pop>
      )}
    </nav>
  );
}
