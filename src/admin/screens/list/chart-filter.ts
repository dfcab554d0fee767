// The filter that a group of a chart above a list stands for.
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { ChartShape } from "../../../schema/list-charts.ts";
import { localNow } from "../../../schema/local-time.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { rangeAt } from "../../data/providers/periods.ts";
import { isMonth } from "../../ui/charts/series.ts";
import type { FilterValue } from "../search/search-fields.ts";

const later = (one: string, other = ""): string => (other > one ? other : one);
const earlier = (one: string, other = ""): string => (other !== "" && other < one ? other : one);

/** The times of a day or a month that are inside the range in force. */
function timesOf(field: ScreenField, key: string, current: FilterValue | undefined): FilterValue {
  const lastOfMonth = () => new Date(Date.UTC(Number(key.slice(0, 4)), Number(key.slice(5)), 0)).toISOString().slice(0, 10);
  const [first, last] = isMonth(key) ? [`${key}-01`, lastOfMonth()] : [key, key];
  const isMoment = traitsOf(field).temporal === "moment";
  const [from, to] = rangeAt(Array.isArray(current) ? current : [], traitsOf(field).temporal, localNow());
  return [later(isMoment ? `${first} 00:00:00` : first, from), earlier(isMoment ? `${last} 23:59:59` : last, to)];
}

/** The filter that leaves the rows of a group, of those that the filter in force finds. */
export function filterOf(field: ScreenField, as: ChartShape, key: string, current: FilterValue | undefined): FilterValue {
  if (traitsOf(field).temporal !== undefined) return timesOf(field, key, current);
  // A map has a group for all codes that begin alike; a longer code is one of them.
  const isInside = as === "map" && typeof current === "string" && current.startsWith(key);
  return isInside ? current : key;
}
