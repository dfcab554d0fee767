// The figures of the home page as the server answers them. Figures the user may not see are absent.
import type { ApiFailure } from "../api/failure.ts";
import { isRecord, rowsOf, textOf } from "../api/record.ts";
import { useRead } from "../queries/reads.ts";
import { settings } from "../settings.ts";

/** Figures of one day. */
export interface DayRow {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly numbers: Readonly<Record<string, number>>;
}

export interface Notice {
  readonly id: string;
  readonly title: string;
  readonly releaseTime: string;
}

export interface HomeData {
  readonly today: string;
  readonly scans: readonly DayRow[] | undefined;
  readonly codes: readonly DayRow[] | undefined;
  readonly stockIn: number | undefined;
  readonly stockOut: number | undefined;
  readonly orders: number | undefined;
  readonly notices: readonly Notice[] | undefined;
}

function daysIn(value: unknown): readonly DayRow[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return rowsOf(value).map(({ day, ...numbers }) => ({
    day: textOf(day),
    numbers: Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, Number(number) || 0])),
  }));
}

const numberIn = (value: unknown): number | undefined => (isRecord(value) ? Number(value["num"]) || 0 : undefined);

/** The figures in an answer of the call. */
export function homeIn(data: unknown): HomeData {
  const answer = isRecord(data) ? data : {};
  const notices = answer["notices"];
  return {
    today: textOf(answer["today"]),
    scans: daysIn(answer["scans"]),
    codes: daysIn(answer["codes"]),
    stockIn: numberIn(answer["stockIn"]),
    stockOut: numberIn(answer["stockOut"]),
    orders: numberIn(answer["orders"]),
    notices: Array.isArray(notices)
      ? rowsOf(notices).map((row) => ({ id: textOf(row["id"]), title: textOf(row["title"]), releaseTime: textOf(row["releaseTime"]) }))
      : undefined,
  };
}

export interface HomeState {
  readonly data: HomeData | undefined;
  readonly failure: ApiFailure | undefined;
  /** A back-end that has no such call: the page is shown without figures. */
  readonly isUnknown: boolean;
  readonly refetch: () => void;
}

/** Figures are reloaded when the user returns to the page after a minute. */
const staleTime = 60_000;

/** Loads the figures. */
export function useHome(): HomeState {
  const path = settings.dialect.paths.home;
  const { value: data, failure, refetch } = useRead({ path }, homeIn, { staleTime, isOn: path !== "" });
  return { data, failure, isUnknown: path === "" || failure?.code === 404, refetch };
}
