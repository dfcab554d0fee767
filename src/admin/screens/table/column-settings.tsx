// Order, visibility and pins of a list's columns: a small panel with one line per column, moved by dragging or with arrows, undone with one
// button; widths are set in the table, and undone here.
import { useState, type DragEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { Pop } from "../../ui/panels/pop.tsx";
import type { ColumnPreferences } from "./column-preferences.ts";

interface ColumnLine {
  readonly name: string;
  readonly label: string;
  readonly isShown: boolean;
}

export interface ColumnSettingsProps {
  /** All columns there can be, in their present order. */
  readonly lines: readonly ColumnLine[];
  readonly preferences: ColumnPreferences;
  readonly onChange: (next: ColumnPreferences | undefined) => void;
}

/** The names with one of them moved to another position. */
function moved(names: readonly string[], name: string, to: number): readonly string[] {
  const without = names.filter((other) => other !== name);
  return [...without.slice(0, to), name, ...without.slice(to)];
}

function Lines({ lines, preferences, onChange }: ColumnSettingsProps) {
  const { t } = useTranslation();
  const [dragged, setDragged] = useState<string>();
  const names = lines.map((line) => line.name);
  const move = (name: string, to: number) =>
    onChange({ ...preferences, order: moved(names, name, Math.max(0, Math.min(to, names.length - 1))) });
  const over = (event: DragEvent, index: number) => {
    if (dragged === undefined) return;
    event.preventDefault();
    if (names[index] !== dragged && isSameSide(dragged, names[index])) move(dragged, index);
  };
  const { pinned } = preferences;
  // Pinned columns come first: nothing moves from one side to the other.
  const isSameSide = (name: string, other: string | undefined): boolean =>
    other !== undefined && pinned.includes(name) === pinned.includes(other);
  const turnPin = (name: string) =>
    onChange({ ...preferences, pinned: pinned.includes(name) ? pinned.filter((other) => other !== name) : [...pinned, name] });
  const shownCount = lines.filter((line) => line.isShown).length;
  return (
    <div className="tm-columns">
      <h3>{t("list.columns")}</h3>
      <p className="tm-soft">{t("list.columnsHint")}</p>
      <ul>
        {lines.map((line, index) => (
          <li
            key={line.name}
            draggable
            className={dragged === line.name ? "tm-dragged" : undefined}
            onDragStart={() => setDragged(line.name)}
            onDragOver={(event) => over(event, index)}
            onDragEnd={() => setDragged(undefined)}
          >
            <Icon name="holder" className="tm-soft" />
            <label>
              <input
                type="checkbox"
                checked={line.isShown}
                // At least one column stays visible.
                disabled={line.isShown && shownCount === 1}
                onChange={() => onChange({ ...preferences, shown: { ...preferences.shown, [line.name]: !line.isShown } })}
              />
              {line.label}
            </label>
            <button
              type="button"
              className={pinned.includes(line.name) ? "tm-pinned" : undefined}
              aria-label={t("list.pin", { name: line.label })}
              aria-pressed={pinned.includes(line.name)}
              title={t(pinned.includes(line.name) ? "list.unpinTitle" : "list.pinTitle")}
              onClick={() => turnPin(line.name)}
            >
              <Icon name="pushpin" size={12} />
            </button>
            <button
              type="button"
              aria-label={t("list.moveUp", { name: line.label })}
              disabled={!isSameSide(line.name, names[index - 1])}
              onClick={() => move(line.name, index - 1)}
            >
              <Icon name="arrow-up" size={12} />
            </button>
            <button
              type="button"
              aria-label={t("list.moveDown", { name: line.label })}
              disabled={!isSameSide(line.name, names[index + 1])}
              onClick={() => move(line.name, index + 1)}
            >
              <Icon name="arrow-down" size={12} />
            </button>
          </li>
        ))}
      </ul>
      <div className="tm-columns-resets">
        <button type="button" className="tm-link-button" onClick={() => onChange(undefined)}>
          {t("list.columnsReset")}
        </button>
        {Object.keys(preferences.widths).length > 0 && (
          <button type="button" className="tm-link-button" onClick={() => onChange({ ...preferences, widths: {} })}>
            {t("list.widthsReset")}
          </button>
        )}
      </div>
    </div>
  );
}

export function ColumnSettings({ pressedBy, ...props }: ColumnSettingsProps & { readonly pressedBy: string | undefined }) {
  const { t } = useTranslation();
  const label = t("list.columns");
  return (
    <PopButton label={label} opens="dialog" pressedBy={pressedBy} face={<Icon name="setting" size={16} />}>
      {(anchor, close) => (
        <Pop anchor={anchor} role="dialog" label={label} onClose={close}>
          <Lines {...props} />
        </Pop>
      )}
    </PopButton>
  );
}
