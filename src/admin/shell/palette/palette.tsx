// The search over the page: screens by name or initials, "new X", the pages visited last, and rows by a number, phone or code that they bear.
// The arrow keys choose, Enter opens, Esc closes.
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useLocation, useNavigate } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { openTabs, recentPages } from "../../workspace/tab-store.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { pageCommands } from "../../ui/keyboard/page-commands.ts";
import { labelsFor, pagesFor, pagesIn, recentPagesIn, withoutAdding, type MenuPage } from "./entries.ts";
import { PaletteOption } from "./palette-option.tsx";
import "./palette.css";
import { useAddable } from "./use-addable.ts";
import { useChoice } from "./use-choice.ts";
import { useViewEntries } from "./use-view-entries.ts";
import { useSearchResults, type SearchResult, type SearchResults } from "./use-search-results.ts";

/** How many screens are offered to add a row to. */
const offeredToAdd = 4;

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly hint: string;
  readonly icon: string;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
  readonly detail?: string;
  readonly state?: SearchResult["state"];
}

interface Section {
  readonly title: string;
  readonly entries: readonly Entry[];
}

function pageEntry(page: MenuPage): Entry {
  return { key: page.path, label: page.label, hint: page.areas.join(" / "), icon: page.icon, to: page.path };
}

/** Adding begins on the list as its tab shows it. */
function addressOfNew(path: string): string {
  const search = new URLSearchParams(openTabs().find((tab) => tab.path === path)?.search ?? "");
  for (const name of ["id", "parent"]) search.delete(name);
  search.set("mode", "create");
  return `${path}?${search}`;
}

function useSections(typed: string, places: readonly MenuPage[]): readonly Section[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const wanted = withoutAdding(typed, [t("list.add"), "xz", "new", "add"]);
  const matches = useMemo(() => pagesFor(places, typed), [places, typed]);
  const request = useMemo(
    () => (wanted === undefined ? matches : [...pagesFor(places, wanted), ...matches]).slice(0, offeredToAdd),
    [places, matches, wanted],
  );
  const addable = useAddable(request);
  const adding = request
    .filter((page, index) => addable.has(page.path) && request.indexOf(page) === index)
    .map((page): Entry => ({
      ...pageEntry(page),
      key: `add ${page.path}`,
      label: t("list.addNamed", { name: addable.get(page.path) ?? page.label }),
      icon: "plus",
      to: addressOfNew(page.path),
    }));
  const views = useViewEntries(typed, places);
  // What the page has when the search opens: it does not change below it.
  const [commands] = useState(pageCommands);
  const here = labelsFor(commands, typed).map(({ label, part, run }): Entry => ({
    key: `do ${part} ${label}`,
    label,
    hint: part,
    icon: "thunderbolt",
    to: run,
  }));
  const recent = typed.trim() === "" ? recentPagesIn(places, recentPages(), pathname) : [];
  const sections = [
    { title: t("palette.recent"), entries: recent.map(pageEntry) },
    ...(wanted === undefined
      ? [
          { title: t("palette.pages"), entries: matches.map(pageEntry) },
          { title: t("palette.here"), entries: here },
          { title: t("palette.views"), entries: views },
          { title: t("palette.actions"), entries: adding },
        ]
      : [
          { title: t("palette.actions"), entries: adding },
          { title: t("palette.pages"), entries: matches.map(pageEntry) },
        ]),
  ];
  return sections.filter((section) => section.entries.length > 0);
}

/** Default export, because it is loaded when it is first opened. */
export default function Palette({ begins = "", onClose }: { readonly begins?: string; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [text, setText] = useState(begins);
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const { menu } = useWorkspace();
  const places = useMemo(() => pagesIn(menu), [menu]);
  const found = useSearchResults(text, places);
  // Rows come last: what was chosen before they came stays where it is.
  const sections = [
    ...useSections(useDeferredValue(text), places),
    ...found.groups.map((group) => ({
      title: group.hasMore ? t("palette.first", { name: group.name, count: group.rows.length }) : group.name,
      entries: group.rows.map((row): Entry => ({ ...row, label: row.title, hint: "" })),
    })),
  ];
  const entries = sections.flatMap((section) => section.entries);
  const open = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    const { to } = entry;
    if (typeof to === "string") void navigate(to);
    // Once the search is gone, which takes the focus back to the page.
    else requestAnimationFrame(to);
  };
  const { at, choose, keyDown } = useChoice(entries.length, (index) => open(entries[index]));

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element) onClose();
    };
    element?.addEventListener("click", closeOutside);
    return () => {
      element?.removeEventListener("click", closeOutside);
      element?.close();
    };
  }, [onClose]);
  useEffect(() => {
    dialog.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, sections.length]);

  // In development React opens it twice: the event of the first closing comes when it is open again.
  const closed = () => {
    if (dialog.current?.open !== true) onClose();
  };
  const statusOf = ({ isAsking, failure }: SearchResults): string | undefined => {
    if (failure !== undefined) return t("palette.failed", { reason: failure });
    return isAsking ? t("palette.asking") : undefined;
  };
  const idOf = (entry: Entry) => `${listId}-${entries.indexOf(entry)}`;
  const current = entries[at];

  return (
    // Esc hides a dialog some time before it tells that it closed: whoever presses Ctrl+K in between opens the search and does not close it.
    <dialog ref={dialog} className="tm-palette" aria-label={t("palette.open")} onCancel={onClose} onClose={closed}>
      <div className="tm-palette-field">
        <Icon name="search" size={16} />
        <input
          autoFocus
          role="combobox"
          aria-label={t("palette.open")}
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          {...(current === undefined ? {} : { "aria-activedescendant": idOf(current) })}
          placeholder={t("palette.placeholder")}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            choose(0);
          }}
          onKeyDown={keyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} className="tm-palette-list" role="listbox" aria-label={t("palette.results")}>
        {sections.map((section) => (
          <div key={section.title} role="group" aria-label={section.title}>
            <div className="tm-palette-title" aria-hidden="true">
              {section.title}
            </div>
            {section.entries.map((entry) => (
              <PaletteOption
                key={entry.key}
                id={idOf(entry)}
                icon={entry.icon}
                label={entry.label}
                hint={entry.hint}
                detail={entry.detail}
                state={entry.state}
                isChosen={entry === current}
                onOpen={() => open(entry)}
                onChoose={() => choose(entries.indexOf(entry))}
              />
            ))}
          </div>
        ))}
      </div>
      <p className={entries.length > 0 ? "tm-palette-none tm-palette-foot" : "tm-palette-none"} role="status">
        {statusOf(found) ?? (entries.length > 0 ? "" : t(text.trim() === "" ? "palette.begin" : "palette.nothing"))}
      </p>
    </dialog>
  );
}
