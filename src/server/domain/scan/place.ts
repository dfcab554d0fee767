// Where a caller says to be, and which division that is.
import type { RequestContext, Values } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { divisionAt } from "./division.ts";

/** `locateMode` of a record. */
const located = { not: 0, byCoordinates: 1 } as const;
/** Stands in the list of divisions for counties that belong to no city. */
const noCity = /直辖县级行政区划$/;

/** Where a scan was, as its record keeps it. */
export interface Place {
  /** The code of its division; undefined outside of China, and where it is not known. */
  readonly region: string | undefined;
  readonly values: Values;
}

/** A coordinate, or null where what was sent is none. */
function coordinate(sent: string | undefined, largest: number): number | null {
  return sent !== undefined && /^-?\d{1,3}(?:\.\d{1,12})?$/.test(sent) && Math.abs(Number(sent)) <= largest ? Number(sent) : null;
}

const divisionNamed = prepared("division_of_place", (given: Given<{ readonly codes: readonly string[] }>, { unscoped }) =>
  db
    .selectFrom(unscoped("region", "r"))
    .where("r.code", "=", anyOf(given("codes")))
    .orderBy(({ fn }) => fn("length", ["r.code"]), "desc")
    .limit(1)
    .select(["r.code", "r.provinceName", "r.cityName", "r.districtName"]),
);

/** The place of the coordinates that came along. A division that was removed from the list is told by the one above it. */
export async function placeOf(context: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Place> {
  const [longitude, latitude] = [coordinate(parameters["longitude"], 180), coordinate(parameters["latitude"], 90)];
  if (longitude === null || latitude === null) return { region: undefined, values: { locateMode: located.not } };
  const values = { longitude: longitude.toFixed(6), latitude: latitude.toFixed(6), locateMode: located.byCoordinates };
  const division = divisionAt(longitude, latitude);
  if (division === undefined) return { region: undefined, values };
  const { code, distance } = division;
  const [[named]] = await read(context, [divisionNamed(context, { codes: [code, code.slice(0, 4), code.slice(0, 2)] })]);
  if (named === undefined) return { region: undefined, values };
  const names = [named.provinceName, named.cityName, named.districtName].filter((name) => name !== null && !noCity.test(name));
  return {
    region: named.code ?? undefined,
    values: { ...values, scanRegionCode: named.code, address: names.join(""), regionKm: distance.toFixed(1) },
  };
}
