// Filters that no input of the search panel makes, such as those of a cell of a report, in words and removable.
import { use, useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { addTexts } from "../../i18n/index.ts";
import { Chip } from "./filter-chips.tsx";
import type { FilterValues } from "./search-fields.ts";

const texts = addTexts("reports");

const ends = {
  equal: "equal", notequal: "notequal", like: "like", in: "in", ge: "ge", gt: "gt", le: "le", lt: "lt", datege: "ge", datelt: "lt", null: "null", notnull: "notnull",
} as const; // prettier-ignore

const isEnd = (end: string): end is keyof typeof ends => end in ends;

interface ComparisonChipsProps {
  readonly fields: readonly ScreenField[];
  readonly names: readonly string[];
  readonly filters: FilterValues;
  readonly onRemove: (name: string) => void;
}

/** Default export, because it is loaded lazily. */
export default function ComparisonChips({ fields, names, filters, onRemove }: ComparisonChipsProps) {
  use(texts);
  const { t } = useTranslation();
  const chips = useMemo(
    () =>
      names.map((name) => {
        const [, stem = name, end = ""] = /^(.+)_(\w+?)$/.exec(name) ?? [];
        const field = fields.find((one) => one.name === stem);
        const word = isEnd(end) ? t(`reports.operator.${ends[end]}`) : "";
        const label: [string, string] = [`${field?.label[0] ?? stem} ${word}`, `${field?.label[1] ?? stem} ${word}`];
        const isEmpty = end === "null" || end === "notnull";
        const { search: _search, ...rest }: Partial<ScreenField> = field ?? {};
        const shown = { kind: "text", ...(isEmpty ? {} : rest), name, label } as ScreenField; // a field of this screen under the name of its filter
        const value = String(filters[name] ?? "");
        return { name, shown, value: isEmpty ? "" : end === "in" ? value.split(",") : value };
      }),
    [names, fields, filters, t],
  );
  return chips.map(({ name, shown, value }) => <Chip key={name} field={shown} value={value} onRemove={() => onRemove(name)} />);
}
