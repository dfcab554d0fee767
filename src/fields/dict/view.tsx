// An entry of a dictionary, or several, by their names: those that came with the row, else those of the dictionary.
import type { ReactNode } from "react";
import { partsOf, textOf } from "../../admin/api/index.ts";
import { useLanguage } from "../../admin/i18n/language.ts";
import type { ShownValueProps } from "../shown-value.tsx";
import { useDictionary } from "../../admin/data/queries/dictionary.ts";

export function View({ field, value, record }: ShownValueProps): ReactNode {
  const entries = useDictionary(field.dictionary, field.business === true);
  const language = useLanguage();
  const carried = field.labelKey === undefined ? "" : textOf(record[field.labelKey]);
  if (carried !== "" && field.multiple !== true) return <span>{carried}</span>;
  return (
    <span>
      {partsOf(value)
        .map((one) => entries?.find((entry) => entry.value === one)?.label ?? one)
        .join(language === "zh" ? "，" : ", ")}
    </span>
  );
}
