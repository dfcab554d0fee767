// What a list is searched by in days: a period that moves with the present, or days that stay.
import type { ReactNode } from "react";
import { periodNamed, periods } from "../data/providers/periods.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { DateRangeInput, type DateRangeInputProps } from "./date-input.tsx";

interface DateSearchProps extends DateRangeInputProps {
  /** The name of the field. */
  readonly label: string;
  /** There are no rows without it. */
  readonly isAlwaysFilled: boolean;
}

/** Stands for days that the person chooses. */
const own = "own";

export function DateSearch({ label, isAlwaysFilled, ...range }: DateSearchProps): ReactNode {
  const { t } = useTranslation();
  const period = periodNamed(range.value[0]);
  const offered = isAlwaysFilled ? periods.filter((one) => one !== "empty" && one !== "filled") : periods;
  const choose = (chosen: string): void => {
    const next = periodNamed(chosen);
    range.onChange(next === undefined ? undefined : [next, ""]);
  };
  return (
    <span className="tf-period">
      <select
        {...(period === undefined ? {} : { id: range.id })}
        className={period === undefined ? "tf-period-choice" : "tf-period-choice tf-period-chosen"}
        aria-label={t("list.periods.title", { name: label })}
        title={t("list.periods.title", { name: label })}
        value={period ?? own}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={own}>{t("list.periods.own")}</option>
        {offered.map((one) => (
          <option key={one} value={one}>
            {t(`list.periods.${one}`)}
          </option>
        ))}
      </select>
      {period === undefined && <DateRangeInput {...range} />}
    </span>
  );
}
