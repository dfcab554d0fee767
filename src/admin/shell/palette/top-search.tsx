// The top bar's field for menus: completes the beginning of a name to the screens that bear it (docs/specification.md §2).
import { useId, useMemo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import { useWorkspace } from "../../workspace/workspace.ts";
import { pagesBeginning, pagesIn } from "./entries.ts";
import { isFindable } from "./findable.ts";
import { PaletteOption } from "./palette-option.tsx";
import { useChoice } from "./use-choice.ts";

/** @param onFind searches pages and records for what was typed: the same function at each rendering */
export function TopSearch({ onFind }: { readonly onFind: (text: string) => void }) {
  const { t } = useTranslation();
  const { menu } = useWorkspace();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const places = useMemo(() => pagesIn(menu), [menu]);
  const matches = useMemo(() => (isOpen ? pagesBeginning(places, text) : []), [isOpen, places, text]);
  const close = () => {
    setText("");
    setOpen(false);
  };
  // A number or a code that was pasted here is a record's.
  const mayFind = isOpen && isFindable(text.trim());
  const open = (index: number) => {
    const page = matches[index];
    if (page === undefined && !mayFind) return;
    close();
    if (page === undefined) onFind(text.trim());
    else void navigate(page.path);
  };
  const count = matches.length + (mayFind ? 1 : 0);
  const { at, choose, keyDown } = useChoice(count, open);
  const idOf = (index: number) => `${listId}-${index}`;
  const isNone = isOpen && text.trim() !== "" && count === 0;
  return (
    <div className="tm-top-search" onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}>
      <Icon name="search" size={15} />
      <input
        role="combobox"
        aria-label={t("palette.complete")}
        aria-expanded={count > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(count > 0 ? { "aria-activedescendant": idOf(at) } : {})}
        placeholder={t("palette.complete")}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          choose(0);
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === "Escape") close();
          else keyDown(event);
        }}
      />
      <div id={listId} className="tm-top-found" role="listbox" aria-label={t("palette.results")} hidden={count === 0}>
        {matches.map((page, index) => (
          <PaletteOption
            key={page.path}
            id={idOf(index)}
            icon={page.icon}
            label={page.label}
            hint={page.areas.join(" / ")}
            isChosen={index === at}
            onOpen={() => open(index)}
            onChoose={() => choose(index)}
          />
        ))}
        {mayFind && (
          <PaletteOption
            id={idOf(matches.length)}
            icon="search"
            label={t("palette.find", { text: text.trim() })}
            hint=""
            isChosen={matches.length === at}
            onOpen={() => open(matches.length)}
            onChoose={() => choose(matches.length)}
          />
        )}
      </div>
      <p className={isNone ? "tm-top-found tm-top-none" : "tm-visually-hidden"} role="status">
        {isNone ? t("palette.none") : ""}
      </p>
    </div>
  );
}
