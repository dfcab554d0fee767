// The conditions of a list above its rows, each in words and removable.
import { Suspense, use, useMemo, type ReactNode } from "react";
import { comparisonsOf, isGroup, readConditions, writeConditions, type ConditionField, type ConditionItem, type ListCondition } from "../../../schema/list-conditions.ts"; // prettier-ignore
import { relativeTimes } from "../../../schema/report.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { loadList } from "../../data/screen-models/load.ts";
import { addTexts, language } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useFilterText } from "../search/filter-text.ts";
import { isChosen, needsNoValue } from "./condition-draft.ts";
import { useConditionFields } from "./use-condition-fields.ts";
import "./conditions.css";

const texts = addTexts("conditions");
const operatorTexts = addTexts("reports");

/** A value by its own name. */
function ChosenValue({ field, value }: { readonly field: ScreenField; readonly value: string }): ReactNode {
  const shown = useMemo((): ScreenField => ({ ...field, search: "in" }), [field]);
  const values = useMemo(() => value.split(","), [value]);
  const same = (text: string) => text;
  return useFilterText(shown, values, language(), { period: same, from: same, to: same });
}

function ConditionValueText({ condition, field }: { readonly condition: ListCondition; readonly field: ConditionField }): ReactNode {
  const { t } = useTranslation();
  const { operator, value = "" } = condition;
  const own = use(loadList(field.resource))?.fields.find(({ name }) => name === field.name);
  const time = operator === "during" ? relativeTimes.find((one) => one === value) : undefined;
  if (time !== undefined) return t(`reports.time.${time}`);
  return isChosen(own) ? <ChosenValue field={own} value={value} /> : value;
}

function ItemText({ item, fields }: { readonly item: ConditionItem; readonly fields: readonly ConditionField[] }): ReactNode {
  const { t } = useTranslation();
  if (isGroup(item)) {
    const parts = item.items.filter((one) => comparisonsOf(one).length > 0);
    return parts.map((one, index) => (
      // Items have nothing that tells them apart but their place.
      <span key={index}>
        {index > 0 && <b className="tm-conditions-word"> {t(`conditions.word.${item.of}`)} </b>}
        {isGroup(one) && parts.length > 1 ? "(" : ""}
        <ItemText item={one} fields={fields} />
        {isGroup(one) && parts.length > 1 ? ")" : ""}
      </span>
    ));
  }
  const field = fields.find(({ path }) => path === item.field);
  return (
    <>
      <span className="tm-soft">
        {field?.label ?? item.field} {t(`reports.operator.${item.operator}`)}
      </span>
      {field !== undefined && !needsNoValue(item.operator) && (
        <>
          {" "}
          <Suspense fallback="…">
            <ConditionValueText condition={item} field={field} />
          </Suspense>
        </>
      )}
    </>
  );
}

interface ConditionChipsProps {
  readonly list: string;
  readonly conditions: string;
  readonly onChange: (conditions: string) => void;
}

/** Default export, because it is loaded lazily. */
export default function ConditionChips({ list, conditions, onChange }: ConditionChipsProps): ReactNode {
  use(texts);
  use(operatorTexts);
  const { t } = useTranslation();
  const { value: fields } = useConditionFields(list);
  const group = useMemo(() => readConditions(conditions), [conditions]);
  if ("fault" in group) return <Chip text={t("conditions.unreadable")} name={t("conditions.title")} onRemove={() => onChange("")} />;
  if (fields === undefined) return null;
  const labelOf = (item: ConditionItem): string =>
    comparisonsOf(item).map(({ field }) => fields.find(({ path }) => path === field)?.label ?? field).join(t("conditions.comma")); // prettier-ignore
  // Alternatives belong together.
  const items = group.of === "any" ? [group] : group.items.filter((item) => comparisonsOf(item).length > 0);
  return items.map((item, index) => (
    <Chip
      // Items have nothing that tells them apart but their place.
      key={index}
      text={<ItemText item={item} fields={fields} />}
      name={labelOf(item)}
      onRemove={() => onChange(item === group ? "" : writeConditions({ of: "all", items: group.items.filter((one) => one !== item) }))}
    />
  ));
}

function Chip({ text, name, onRemove }: { readonly text: ReactNode; readonly name: string; readonly onRemove: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className="tm-chip">
      <span className="tm-chip-text tm-conditions-chip">{text}</span>
      <button type="button" aria-label={t("list.removeFilter", { name })} onClick={onRemove}>
        <Icon name="close" size={10} />
      </button>
    </li>
  );
}
