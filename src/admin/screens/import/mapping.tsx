// Which column of a file fills which field, and by what its rows are found among those that are there.
import { Radio, Select } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ImportAnswer } from "./import-answer.ts";
import type { ImportChoices } from "./use-import.ts";

interface MappingProps {
  readonly trial: ImportAnswer;
  readonly choices: ImportChoices;
  /** Whether the file has anything that is there already, or could have. */
  readonly mayChange: boolean;
  readonly isBusy: boolean;
  readonly onChange: (choices: ImportChoices) => void;
}

/** The same columns with one of them for another field; whatever had that field before is passed over. */
function withField(columns: ImportAnswer["columns"], place: number, field: string): string {
  return columns.map((column, index) => (index === place ? field : column.field === field ? "" : column.field)).join(",");
}

export function Mapping({ trial, choices, mayChange, isBusy, onChange }: MappingProps): ReactNode {
  const { t } = useTranslation();
  const unmatched = trial.columns.filter(({ heading, field }) => heading !== "" && field === "").length;
  const [isOpen, setOpen] = useState(unmatched > 0);
  const own = trial.fields.map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? t("import.required", { label }) : label,
  }));
  const keys = trial.keys
    .filter(({ fields }) => !own.some(({ value }) => value === fields) && !fields.includes(","))
    .map(({ fields, label }) => ({ value: fields, label }));
  const options = [{ value: "", label: t("import.passedOver") }, ...own, ...keys];
  const present = new Set(trial.columns.map(({ field }) => field));
  const usable = trial.keys.filter(({ fields }) => fields.split(",").every((name) => present.has(name)));
  return (
    <details className="tm-import-mapping" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t("import.columns")}
        {unmatched > 0 && <span className="tm-soft">{t("import.unmatched", { count: unmatched })}</span>}
      </summary>
      <div className="tm-import-settings">
        {trial.sheets.length > 1 && (
          <label>
            <span>{t("import.sheet")}</span>
            <Select
              aria-label={t("import.sheet")}
              disabled={isBusy}
              value={trial.sheet}
              options={trial.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet: string) => onChange({ mode: choices.mode, empty: choices.empty, sheet })}
            />
          </label>
        )}
        {usable.length > 0 && (
          <label>
            <span>{t("import.key")}</span>
            <Select
              aria-label={t("import.key")}
              disabled={isBusy}
              value={trial.key}
              options={[
                ...(trial.key === "" ? [{ value: "", label: t("import.keyWhole") }] : []),
                ...usable.map(({ fields, label }) => ({ value: fields, label })),
              ]}
              onChange={(key: string) => onChange({ ...choices, key })}
            />
          </label>
        )}
        {mayChange && (
          <fieldset className="tm-import-choice">
            <legend>{t("import.empty")}</legend>
            <Radio.Group
              disabled={isBusy}
              value={choices.empty}
              onChange={({ target }) => onChange({ ...choices, empty: target.value === "clear" ? "clear" : "leave" })}
              options={(["leave", "clear"] as const).map((empty) => ({ value: empty, label: t(`import.${empty}`) }))}
            />
          </fieldset>
        )}
      </div>
      <table className="tm-import-table">
        <thead>
          <tr>
            <th scope="col">{t("import.heading")}</th>
            <th scope="col">{t("import.field")}</th>
          </tr>
        </thead>
        <tbody>
          {trial.columns.map(({ heading, field }, place) => (
            // Columns have no name that is theirs alone.
            <tr key={`${place} ${heading}`}>
              <th scope="row">{heading === "" ? t("import.emptyValue") : heading}</th>
              <td>
                <Select
                  aria-label={heading}
                  className="tm-import-field"
                  disabled={isBusy}
                  showSearch
                  optionFilterProp="label"
                  value={field}
                  options={options}
                  onChange={(next: string) => onChange({ ...choices, key: undefined, columns: withField(trial.columns, place, next) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
