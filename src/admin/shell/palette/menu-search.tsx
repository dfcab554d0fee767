// The ways to a menu: the field of the top bar, and the search over the page with its button and Ctrl+K or ⌘K anywhere. The search itself
// is loaded when it is first opened.
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { isApple, isCommand } from "../../ui/keyboard/apple.ts";
import "./menu-search.css";
import { TopSearch } from "./top-search.tsx";

const Palette = lazy(() => import("./palette.tsx"));

interface MenuSearchProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The same function at each rendering. */
  readonly onClose: () => void;
}

export function MenuSearch({ isOpen, onChange, onClose }: MenuSearchProps) {
  const { t } = useTranslation();
  // What was typed in the top bar, for the search that it goes on in.
  const [begins, setBegins] = useState("");
  const change = useEvent(onChange);
  const find = useCallback(
    (text: string) => {
      setBegins(text);
      change(true);
    },
    [change],
  );
  // A key pressed right after the search closed finds it closed, also before effects have run.
  const press = useEvent((event: KeyboardEvent) => {
    if (!isCommand(event) || event.key.toLowerCase() !== "k") return;
    event.preventDefault();
    if (event.repeat) return;
    setBegins("");
    onChange(!isOpen);
  });
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [press]);
  return (
    <>
      <TopSearch onFind={find} />
      <button
        type="button"
        className="tm-search-button"
        aria-label={t("palette.open")}
        title={t("palette.open")}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? "Meta+K" : "Control+K"}
        onClick={() => find("")}
      >
        <Icon name="search" size={15} />
        <kbd data-text={isApple ? "⌘K" : "Ctrl K"} />
      </button>
      {isOpen && (
        <Suspense>
          <Palette begins={begins} onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}
