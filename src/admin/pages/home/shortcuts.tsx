// Shortcuts to screens, and arranging them: with buttons for the keyboard, by dragging for the mouse.
import { Select } from "antd";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { Icon } from "../../ui/icons/icon.tsx";
import type { MenuItem } from "../../workspace/menu.ts";
import { moved, maxShortcuts, useStoredShortcuts, type Shortcut } from "./stored-shortcuts.ts";

interface ArrangedProps {
  readonly shortcuts: readonly Shortcut[];
  readonly onChange: (next: readonly Shortcut[]) => void;
}

/** The shortcuts while they are being arranged. */
function Arranged({ shortcuts, onChange }: ArrangedProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [dragged, setDragged] = useState<number>();
  const [announcement, setAnnouncement] = useState("");
  /** The button that was pressed; a browser may forget the focus of what moves in the document. */
  const pressed = useRef<{ readonly path: string; readonly step: number }>(undefined);
  useLayoutEffect(() => {
    if (pressed.current === undefined) return;
    const { path, step } = pressed.current;
    pressed.current = undefined;
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>("button[data-step]") ?? [])].filter(
      (button) => button.dataset["path"] === path && !button.disabled,
    );
    (buttons.find((button) => button.dataset["step"] === String(step)) ?? buttons[0])?.focus();
  }, [shortcuts]);
  const move = (from: number, to: number) => {
    const entry = shortcuts[from];
    if (entry === undefined || from === to) return;
    setAnnouncement(t("home.moved", { name: entry.label, place: to + 1, total: shortcuts.length }));
    onChange(moved(shortcuts, from, to));
  };
  const step = (index: number, by: number) => {
    pressed.current = { path: shortcuts[index]?.path ?? "", step: by };
    move(index, index + by);
  };
  return (
    <>
      <ul ref={list} className="tm-shortcuts">
        {shortcuts.map((shortcut, index) => (
          <li
            key={shortcut.path}
            className={dragged === index ? "tm-shortcut tm-shortcut-dragged" : "tm-shortcut"}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
              setDragged(undefined);
            }}
          >
            <Icon name={shortcut.icon} size={20} />
            <span>{shortcut.label}</span>
            <span className="tm-shortcut-tools">
              <button
                type="button"
                data-step={-1}
                data-path={shortcut.path}
                aria-label={t("home.moveBack", { name: shortcut.label })}
                disabled={index === 0}
                onClick={() => step(index, -1)}
              >
                <Icon name="left" />
              </button>
              <button
                type="button"
                data-step={1}
                data-path={shortcut.path}
                aria-label={t("home.moveOn", { name: shortcut.label })}
                disabled={index === shortcuts.length - 1}
                onClick={() => step(index, 1)}
              >
                <Icon name="right" />
              </button>
              <button
                type="button"
                aria-label={t("home.remove", { name: shortcut.label })}
                onClick={() => onChange(shortcuts.filter((one) => one !== shortcut))}
              >
                <Icon name="close" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p className="tm-visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

export function Shortcuts({ userId, menu }: { readonly userId: string; readonly menu: readonly MenuItem[] }) {
  const { t } = useTranslation();
  const { screens, shortcuts, isOwn, change, reset } = useStoredShortcuts(userId, menu);
  const [isEditing, setEditing] = useState(false);
  const left = useMemo(
    () => screens.filter((screen) => !shortcuts.includes(screen)).map(({ path, label }) => ({ value: path, label })),
    [screens, shortcuts],
  );
  const isFull = shortcuts.length >= maxShortcuts;
  const add = (path: string) => {
    const screen = screens.find((one) => one.path === path);
    if (screen !== undefined) change([...shortcuts, screen]);
  };
  if (screens.length === 0) return null;
  return (
    <section className="tm-home-card" aria-label={t("home.shortcuts")}>
      <header>
        <h2>{t("home.shortcuts")}</h2>
        {isEditing && isOwn && (
          <button type="button" className="tm-home-link" onClick={reset}>
            {t("home.reset")}
          </button>
        )}
        <button type="button" className="tm-home-link" onClick={() => setEditing(!isEditing)}>
          {t(isEditing ? "home.finish" : "home.edit")}
        </button>
      </header>
      {isEditing ? (
        <>
          <Arranged shortcuts={shortcuts} onChange={change} />
          <Select
            className="tm-shortcut-add"
            aria-label={t("home.add")}
            placeholder={isFull ? t("home.full", { num: maxShortcuts }) : t("home.add")}
            disabled={isFull}
            showSearch
            optionFilterProp="label"
            value={null}
            options={left}
            onSelect={(path: string | null) => add(path ?? "")}
          />
        </>
      ) : shortcuts.length === 0 ? (
        <p className="tm-soft">{t("home.noShortcuts")}</p>
      ) : (
        <ul className="tm-shortcuts">
          {shortcuts.map(({ path, label, icon }) => (
            <li key={path}>
              <Link className="tm-shortcut" to={path}>
                <Icon name={icon} size={20} />
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
