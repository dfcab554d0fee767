// The active filters of a list, each removable.
import { lazy, memo, Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { conditionsParameter } from "../../../schema/list-conditions.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { language } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useFilterText } from "./filter-text.ts";
import type { FilterValue, FilterValues } from "./search-fields.ts";

const ComparisonChips = lazy(() => import("./comparison-chips.tsx"));
const ConditionChips = lazy(() => import("../conditions/condition-chips.tsx"));

export function Chip({
  field,
  value,
  onRemove,
}: {
  readonly field: ScreenField;
  readonly value: FilterValue;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const label = inLanguage(field.label, language());
  const text = useFilterText(field, value, language(), {
    period: (period) => t(`list.periods.${period}`),
    from: (from) => t("list.from", { value: from }),
    to: (to) => t("list.to", { value: to }),
  });
  return (
    <li className="tm-chip">
      <span className="tm-chip-text" title={text}>
        <span className="tm-soft">{label}</span> {text}
      </span>
      <button type="button" aria-label={t("list.removeFilter", { name: label })} onClick={onRemove}>
        <Icon name="close" size={10} />
      </button>
    </li>
  );
}

interface FilterChipsProps {
  readonly list: string;
  readonly fields: readonly ScreenField[];
  /** All fields of the screen. */
  readonly all: readonly ScreenField[];
  readonly filters: FilterValues;
  readonly onRemove: (field: string) => void;
  readonly onConditions: (conditions: string) => void;
  readonly onClear: () => void;
}

export const FilterChips = memo(function FilterChips({ list, fields, all, filters, onRemove, onConditions, onClear }: FilterChipsProps) {
  const { t } = useTranslation();
  const active = fields.flatMap((field) => {
    const value = filters[field.name];
    return value === undefined ? [] : [{ field, value }];
  });
  const { [conditionsParameter]: conditions, ...compared } = filters;
  const others = Object.keys(compared).filter((name) => !fields.some((field) => field.name === name));
  if (Object.keys(filters).length === 0) return null;
  return (
    <div className="tm-chips">
      <ul aria-label={t("list.filters")}>
        {active.map(({ field, value }) => (
          <Chip key={field.name} field={field} value={value} onRemove={() => onRemove(field.name)} />
        ))}
        {others.length > 0 && (
          <Suspense>
            <ComparisonChips fields={all} names={others} filters={filters} onRemove={onRemove} />
          </Suspense>
        )}
        {typeof conditions === "string" && (
          <Suspense>
            <ConditionChips list={list} conditions={conditions} onChange={onConditions} />
          </Suspense>
        )}
      </ul>
      <button type="button" className="tm-link-button" onClick={onClear}>
        {t("list.clearFilters")}
      </button>
    </div>
  );
});
