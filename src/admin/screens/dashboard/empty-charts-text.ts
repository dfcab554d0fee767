// What is said where there is nothing to draw yet: what will be shown there.
import type { TFunction } from "i18next";
import type { ScreenField } from "../../../schema/screen.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { isNumeric } from "./numeric.ts";

/** "有数据后，这里显示：按省份（扫码次数）" */
export function emptyChartsText(t: TFunction, charts: readonly Pick<ScreenField, "label" | "fields">[], language: Language): string {
  const parts = charts.map(({ label, fields = [] }) =>
    t("charts.named", {
      name: inLanguage(label, language),
      measures: fields
        .filter(isNumeric)
        .map((field) => inLanguage(field.label, language))
        .join(t("charts.and")),
    }),
  );
  return t("charts.later", { names: parts.join(t("charts.and")) });
}
