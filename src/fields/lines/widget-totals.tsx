// The sums below the rows of a grid while they are entered: of what is typed, as the server will sum what is stored.
import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { withoutHidden } from "../../admin/inputs/values/conditions.ts";
import type { FormValues } from "../../admin/inputs/values/form-definition.ts";
import { added, decimalText, negated, rounded } from "../../schema/exact.ts";
import type { LinesTotal } from "../../schema/lines-totals.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage, meets } from "../../schema/text.ts";
import { groupDigits } from "../digits.ts";
import { traitsOf } from "../screen-traits.ts";
import type { Line, Lines } from "./widget-lines.ts";

/** What a row adds to each of the totals. */
function sharesOf(totals: readonly LinesTotal[], fields: readonly ScreenField[], cells: FormValues): readonly string[] {
  const stored = withoutHidden(fields, cells);
  return totals.map(({ sum, where, less }) => {
    const number = decimalText(stored[sum]);
    if (number === undefined || (where !== undefined && !meets(where, stored))) return "0";
    return less !== undefined && meets(less, stored) ? negated(number) : number;
  });
}

/** The totals of the rows as they are shown now, each with the digits of its field. */
export function totalsOf(
  totals: readonly LinesTotal[],
  fields: readonly ScreenField[],
  rows: readonly FormValues[],
  cached: WeakMap<FormValues, readonly string[]> = new WeakMap(),
): readonly string[] {
  const shares = rows.map((cells) => {
    // Of hundreds of rows one changes with a key; values are never changed in place.
    const own = cached.get(cells) ?? sharesOf(totals, fields, cells);
    cached.set(cells, own);
    return own;
  });
  return totals.map(({ sum }, at) => {
    const field = fields.find(({ name }) => name === sum);
    const scale = field === undefined ? 0 : (field.scale ?? traitsOf(field).scale ?? 0);
    return rounded(
      shares.reduce((total, share) => added(total, share[at] ?? "0"), "0"),
      scale,
    );
  });
}

/** The totals, worked out once for all cells that change in one go. */
function useTotals(totals: readonly LinesTotal[], fields: readonly ScreenField[], lines: Lines): readonly string[] {
  const read = useMemo(() => {
    const cached = new WeakMap<FormValues, readonly string[]>();
    return () =>
      totalsOf(
        totals,
        fields,
        lines.store.get().map(({ scope }) => scope.shown.get()),
        cached,
      );
  }, [totals, fields, lines]);
  const [current, setCurrent] = useState(read);
  useEffect(() => {
    let isSoon = false;
    let isGone = false;
    const readSoon = () => {
      if (isSoon) return;
      isSoon = true;
      queueMicrotask(() => {
        isSoon = false;
        if (isGone) return;
        const next = read();
        setCurrent((old) => (old.join() === next.join() ? old : next));
      });
    };
    const watched = new Map<Line, () => void>();
    const watch = () => {
      const now = new Set(lines.store.get());
      for (const [line, stop] of watched)
        if (!now.has(line)) {
          stop();
          watched.delete(line);
        }
      for (const line of now) if (!watched.has(line)) watched.set(line, line.scope.shown.subscribe(readSoon));
      readSoon();
    };
    watch();
    const stop = lines.store.subscribe(watch);
    return () => {
      isGone = true;
      stop();
      for (const stopLine of watched.values()) stopLine();
    };
  }, [lines, read]);
  return current;
}

interface LinesTotalsProps {
  readonly totals: readonly LinesTotal[];
  /** All fields of a row. */
  readonly fields: readonly ScreenField[];
  readonly lines: Lines;
  /** The name of the rows, for those who do not see them. */
  readonly label: string;
}

export function LinesTotals({ totals, fields, lines, label }: LinesTotalsProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const sums = useTotals(totals, fields, lines);
  return (
    <dl className="tf-lines-totals" aria-label={texts.lines.totals(label)}>
      {totals.map(({ label: title, sum }, at) => {
        const field = fields.find(({ name }) => name === sum);
        const prefix = field === undefined ? "" : (traitsOf(field).input.prefix ?? "");
        const text = groupDigits(sums[at] ?? "");
        return (
          <div key={title[0]}>
            <dt>{inLanguage(title, language)}</dt>
            <dd>{text.startsWith("-") ? `-${prefix}${text.slice(1)}` : `${prefix}${text}`}</dd>
          </div>
        );
      })}
    </dl>
  );
}
