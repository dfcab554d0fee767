// The sidebar as whoever gets what is chosen will see it, drawn anew with every tick.
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../../icons/icon.tsx";
import type { SidebarEntry } from "./sidebar-of.ts";

interface EntriesProps {
  readonly entries: readonly SidebarEntry[];
  readonly depth: number;
  readonly closed: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

function Entries({ entries, depth, closed, onToggle }: EntriesProps): ReactNode {
  const style = { paddingInlineStart: 14 + depth * 26 };
  return (
    <ul>
      {entries.map(({ id, label, icon, children }) => {
        const content = (
          <>
            {icon === "" ? null : <Icon name={icon} size={16} />}
            <span className="tm-menu-label">{label}</span>
          </>
        );
        const isOpen = !closed.has(id);
        return children.length === 0 ? (
          <li key={id}><span className="tm-menu-entry tt-entry" style={style}>{content}</span></li>
        ) : (
          <li key={id}>
            <button type="button" className="tm-menu-entry" style={style} aria-expanded={isOpen} onClick={() => onToggle(id)}>
              {content}
              <Icon name="down" size={11} className="tm-menu-arrow" />
            </button>
            {isOpen ? <Entries entries={children} depth={depth + 1} closed={closed} onToggle={onToggle} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

function countOf(entries: readonly SidebarEntry[]): number {
  return entries.reduce((sum, { children }) => sum + (children.length === 0 ? 1 : countOf(children)), 0);
}

export function SidebarPreview({ entries }: { readonly entries: readonly SidebarEntry[] }): ReactNode {
  const { t } = useTranslation();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const count = useMemo(() => countOf(entries), [entries]);
  const toggle = (id: string) => setClosed((old) => new Set(old.has(id) ? [...old].filter((one) => one !== id) : [...old, id]));
  return (
    <section className="tt-preview" aria-label={t("trees.preview")}>
      <h3>{t("trees.preview")} <small>{t("trees.pages", { count })}</small></h3>
      {/* It scrolls, so a keyboard must come to it. */}
      <div className="tm-side tt-side" tabIndex={0} role="group" aria-label={t("trees.preview")}>
        <div className="tm-menu">
          {entries.length === 0 ? <p className="tm-menu-none">{t("trees.noMenu")}</p> : <Entries entries={entries} depth={0} closed={closed} onToggle={toggle} />}
        </div>
      </div>
    </section>
  );
}
