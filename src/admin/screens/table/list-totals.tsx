// Sums below a list, over all rows that its filters find.
import { groupDigits } from "../../../fields/digits.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

interface ListTotalsProps {
  readonly screen: Pick<ListViewModel, "totals" | "fields">;
  readonly totals: Readonly<Record<string, string>>;
  readonly language: Language;
  /** What the sums are of, for those who do not see the list. */
  readonly label: string;
}

export function ListTotals({ screen, totals, language, label }: ListTotalsProps) {
  const shown = (screen.totals ?? []).filter(({ name }) => totals[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <dl className="tm-totals" aria-label={label}>
      {shown.map(({ name, label: title, sum }) => {
        const field = screen.fields.find((one) => one.name === sum);
        const text = groupDigits(totals[name] ?? "");
        const prefix = field === undefined ? "" : (traitsOf(field).input.prefix ?? "");
        return (
          <div key={name}>
            <dt>{inLanguage(title, language)}</dt>
            <dd>{text.startsWith("-") ? `-${prefix}${text.slice(1)}` : `${prefix}${text}`}</dd>
          </div>
        );
      })}
    </dl>
  );
}
