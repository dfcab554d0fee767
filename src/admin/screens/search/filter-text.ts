// A filter in words: the names of options, entries and rows instead of wire values.
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { useChoiceLabels } from "../../data/queries/choice-lists.ts";
import { useDictionary } from "../../data/queries/dictionary.ts";
import { periodNamed, type Period } from "../../data/providers/periods.ts";
import type { FilterValue } from "./search-fields.ts";

function valuesOf(value: FilterValue): readonly string[] {
  return (typeof value === "string" ? [value] : value).filter((one) => one !== "");
}

/** Words for a range with only one bound, and for a period that moves with the present. */
interface RangeWords {
  readonly period: (period: Period) => string;
  readonly from: (value: string) => string;
  readonly to: (value: string) => string;
}

/** From and to, in words; `from` and `to` name one bound alone. */
function rangeText(value: readonly string[], from: (value: string) => string, to: (value: string) => string): string {
  const [start = "", end = ""] = value;
  if (start !== "" && end !== "") return `${start} ~ ${end}`;
  return start !== "" ? from(start) : end === "" ? "" : to(end);
}

/** The words of a filter; "…" while they are loading. */
export function useFilterText(field: ScreenField, value: FilterValue, language: Language, { period, from, to }: RangeWords): string {
  const { labels, isSettled } = useChoiceLabels(field.reference, field.reference === undefined ? [] : valuesOf(value));
  const entries = useDictionary(field.dictionary, field.business === true);
  if (typeof value !== "string" && field.search === "range") {
    const named = periodNamed(value[0]);
    return named === undefined ? rangeText(value, from, to) : period(named);
  }
  const values = valuesOf(value);
  // Users who may not read those rows still see that there is a filter.
  if (field.reference !== undefined) return isSettled ? values.map((id) => labels.get(id) ?? id).join("，") : "…";
  if (field.dictionary !== undefined) return values.map((key) => entries?.find((entry) => entry.value === key)?.label ?? key).join("，");
  const { options } = field;
  if (options === undefined) return values.join("，");
  return values
    .map((one) => {
      const option = options.find((candidate) => String(candidate.value) === one);
      return option === undefined ? one : inLanguage(option.label, language);
    })
    .join("，");
}
