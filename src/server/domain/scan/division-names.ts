// What divisions of the country are called where scans are told.
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, type Query } from "../../rows/query.ts";

/** The names of divisions, also of those that were removed. */
export const divisionNames = prepared("names_of_divisions", (given: Given<{ readonly codes: readonly string[] }>, { withRemoved }) =>
  db
    .selectFrom(withRemoved("region", "n"))
    .where("n.code", "=", anyOf(given("codes")))
    .select(["n.code", "n.provinceName", "n.cityName", "n.districtName"]),
);

/** The names of a division and of what it is in. */
export type DivisionNames = ReturnType<typeof divisionNames> extends Query<infer O> ? O : never;

/** Stands in the list of divisions for counties that belong to no city. */
export const noCity = "直辖县级行政区划";
/** Stand in the list for the districts of a city that is a province. */
const ofProvince: ReadonlySet<string> = new Set(["市辖区", "县"]);

/** Province and city; of a county without a city the county. What stands for the districts of a city that is a province is no city. */
export function placeName({ provinceName, cityName, districtName }: Omit<DivisionNames, "code">): string {
  const province = provinceName ?? "";
  if (cityName === null || ofProvince.has(cityName) || cityName === provinceName) return province;
  return `${province}${cityName.endsWith(noCity) ? (districtName ?? "") : cityName}`;
}
