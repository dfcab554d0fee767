// The changed fields of one row in words: each with the value before and after.
import { useState, type ReactNode } from "react";
import { isVisibleIn } from "#schema/field";
import type { HistoryRow } from "#schema/history";
import type { Screen } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { ShownValue, isNothing } from "../../../fields/shown-value.tsx";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";

/** Fields of one change that are shown at once. */
const maxShown = 5;

interface ValueProps {
  readonly screen: Screen;
  readonly name: string;
  readonly row: Readonly<Record<string, unknown>>;
}

export function HistoryValue({ screen, name, row }: ValueProps): ReactNode {
  const { t } = useTranslation();
  const field = screen.fields.find((one) => one.name === name);
  const value = row[name];
  const isEmpty = isNothing(value) || (value === -1 && field?.admitsMinusOne !== true);
  if (field === undefined || isEmpty) return <span className="tf-nothing">{t("history.emptied")}</span>;
  return <ShownValue field={field} value={value} record={row} />;
}

export const fieldLabel = (screen: Screen, name: string, language: "zh" | "en"): string =>
  inLanguage(screen.fields.find((field) => field.name === name)?.label ?? [name, name], language);

interface ChangedFieldsProps {
  readonly screen: Screen;
  readonly change: HistoryRow;
  /** Brings the value from before the change back; undefined where nobody may. */
  readonly onRestore?: ((field: string) => void) | undefined;
}

export function ChangedFields({ screen, change, onRestore }: ChangedFieldsProps): ReactNode {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const { action, masked, before, after } = change;
  const fieldOf = (name: string) => screen.fields.find((field) => field.name === name);
  // Technical fields are in no view; of a new row only what it began with is told.
  const isShown = (name: string) => {
    const field = fieldOf(name);
    return (field === undefined || isVisibleIn(field, "view")) && (action !== "add" || masked.includes(name) || !isNothing(after[name]));
  };
  const isRestorable = (name: string) => {
    const field = fieldOf(name);
    return field !== undefined && isVisibleIn(field, "edit") && field.fixed !== true && !masked.includes(name);
  };
  const names = change.fields.filter(isShown);
  const shown = isWhole ? names : names.slice(0, maxShown);
  if (names.length === 0) return null;
  return (
    <>
      <ul className="tf-history-fields">
        {shown.map((name) => (
          <li key={name} data-change={name}>
            <span className="tf-history-field">{fieldLabel(screen, name, language)}</span>
            {masked.includes(name) && before[name] === undefined && after[name] === undefined ? (
              <span className="tf-nothing">{t("history.masked")}</span>
            ) : (
              <span className="tf-history-values">
                {action !== "add" && (
                  <>
                    <span className="tm-visually-hidden">{t("history.from")}</span>
                    <del>
                      <HistoryValue screen={screen} name={name} row={before} />
                    </del>
                    <span aria-hidden="true"> → </span>
                    <span className="tm-visually-hidden">{t("history.to")}</span>
                  </>
                )}
                <ins>
                  <HistoryValue screen={screen} name={name} row={after} />
                </ins>
              </span>
            )}
            {onRestore !== undefined && action === "edit" && isRestorable(name) && (
              <button
                type="button"
                className="tf-icon-button tf-history-restore"
                aria-label={t("history.restoreField", { field: fieldLabel(screen, name, language) })}
                title={t("history.restoreField", { field: fieldLabel(screen, name, language) })}
                onClick={() => onRestore(name)}
              >
                <Icon name="undo" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {names.length > maxShown && (
        <button type="button" className="tf-more" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("history.less") : t("history.more", { count: names.length - maxShown })}
        </button>
      )}
    </>
  );
}
