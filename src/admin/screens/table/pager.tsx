// The pager of a list: number of rows, page, page size. Native controls, since the list renders with every page.
import { memo, useState, type KeyboardEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { pageSizes } from "../search/list-query.ts";

/** A gap represents omitted pages. */
type PagerItem = number | "gap";

/** The pages that are offered: first, last, and those around the present one. */
export function offeredPages(current: number, last: number): readonly PagerItem[] {
  if (last <= 7) return Array.from({ length: last }, (_one, index) => index + 1);
  const from = Math.max(2, Math.min(current - 1, last - 4));
  const to = Math.min(last - 1, Math.max(current + 1, 5));
  const middle = Array.from({ length: to - from + 1 }, (_one, index) => from + index);
  return [1, ...(from > 2 ? ["gap" as const] : []), ...middle, ...(to < last - 1 ? ["gap" as const] : []), last];
}

/** An estimate to the thousand: more digits would pretend to be known. */
function roundedTotal(total: number): number {
  return total < 10_000 ? total : Math.round(total / 1000) * 1000;
}

interface PagerProps {
  /** What the list is of; several lists on one page have a pager each. */
  readonly label: string;
  readonly current: number;
  readonly size: number;
  readonly total: number;
  /** There are about so many: the last page that is offered need not be the last. */
  readonly isEstimated: boolean;
  /** Where all rows fit on the shortest page, their number says everything. */
  readonly isShort?: boolean;
  readonly onChange: (patch: { readonly current: number; readonly size: number }) => void;
}

export const Pager = memo(function Pager({ label, current, size, total, isEstimated, isShort = false, onChange }: PagerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const last = Math.max(1, Math.ceil(total / size));
  const totalText = isEstimated
    ? t("list.totalAbout", { total: groupDigits(String(roundedTotal(total))) })
    : t("list.total", { total: groupDigits(String(total)) });
  if (isShort && !isEstimated && current === 1 && total <= Math.min(...pageSizes))
    return (
      <p className="tm-pager">
        <span className="tm-pager-total">{totalText}</span>
      </p>
    );
  const go = (page: number) => onChange({ current: Math.max(1, isEstimated ? page : Math.min(page, last)), size });
  const goTyped = () => {
    const page = Number(typed);
    setTyped("");
    if (Number.isInteger(page) && page > 0) go(page);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Enter") goTyped();
  };
  return (
    <nav className="tm-pager" aria-label={t("list.pages", { label })}>
      <span className="tm-pager-total">{totalText}</span>
      <ul>
        <li>
          <button
            type="button"
            aria-label={t("list.previousPage")}
            aria-keyshortcuts="["
            disabled={current <= 1}
            onClick={() => go(current - 1)}
          >
            <Icon name="left" size={12} />
          </button>
        </li>
        {offeredPages(current, last).map((place, index) => (
          <li key={place === "gap" ? `gap ${index}` : place}>
            {place === "gap" ? (
              <span className="tm-soft" aria-hidden="true">
                …
              </span>
            ) : (
              <button
                type="button"
                aria-label={t("list.page", { page: place })}
                aria-current={place === current ? "page" : undefined}
                onClick={() => go(place)}
              >
                {place}
              </button>
            )}
          </li>
        ))}
        <li>
          <button
            type="button"
            aria-label={t("list.nextPage")}
            aria-keyshortcuts="]"
            disabled={current >= last}
            onClick={() => go(current + 1)}
          >
            <Icon name="right" size={12} />
          </button>
        </li>
      </ul>
      <select aria-label={t("list.pageSize")} value={size} onChange={(event) => onChange({ current: 1, size: Number(event.target.value) })}>
        {pageSizes.map((one) => (
          <option key={one} value={one}>
            {t("list.perPage", { size: one })}
          </option>
        ))}
      </select>
      {last > 7 && (
        <label className="tm-pager-jump">
          {t("list.goTo")}
          <input
            inputMode="numeric"
            aria-label={t("list.goToPage")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={key}
            onBlur={goTyped}
          />
          {t("list.pageUnit")}
        </label>
      )}
    </nav>
  );
});
