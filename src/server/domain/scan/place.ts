// Where a caller says to be, and which division that is.
import type { RequestContext, Values } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read } from "../../rows/query.ts";
import { divisionOfAddress } from "./address.ts";
import { accuracies, divisionAt, type Accuracy } from "./division.ts";

/** `locateMode` of a record. */
const located = { not: 0, byCoordinates: 1, byAddress: 3 } as const;
/** Longest address that a record keeps. */
const longestAddress = 200;
/** Stands in the list of divisions for counties that belong to no city. */
const noCity = /直辖县级行政区划$/;

/** Where a scan was, as its record keeps it. */
export interface Place {
  /** The code of its division; undefined outside of China, and where it is not known. */
  readonly region: string | undefined;
  /** In degrees; null without. */
  readonly longitude: string | null;
  readonly latitude: string | null;
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

const accuracyOfLength: Readonly<Record<number, Accuracy>> = { 2: accuracies.province, 4: accuracies.city, 6: accuracies.district };

/**
 * The place of the coordinates and the address that came along. The address counts where there are no coordinates, or where it is more
 * precise than these and agrees with them; near the border of provinces it decides. Without either nothing is known, and nothing is guessed
 * from the network address. A division that was removed from the list is told by the one above it.
 */
export async function placeOf(context: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Place> {
  const [longitude, latitude] = [coordinate(parameters["longitude"], 180), coordinate(parameters["latitude"], 90)];
  const isLocated = longitude !== null && latitude !== null;
  const coordinates = isLocated ? { longitude: longitude.toFixed(6), latitude: latitude.toFixed(6) } : { longitude: null, latitude: null };
  const sent = [...(parameters["address"]?.trim() ?? "")].slice(0, longestAddress).join("");
  const told = sent === "" ? undefined : divisionOfAddress(sent);
  const found = isLocated ? divisionAt(longitude, latitude) : undefined;
  const agrees =
    told !== undefined &&
    (found === undefined || found.accuracy === accuracies.nearProvinceBorder || (found.code !== undefined && told.startsWith(found.code)));
  const code = agrees ? told : found?.code;
  const mode = isLocated ? located.byCoordinates : located.not;
  const common = {
    ...coordinates,
    locateMode: agrees ? located.byAddress : mode,
    regionAccuracy: found?.accuracy ?? accuracies.unknown,
    address: sent === "" ? null : sent,
  };
  const unknown: Place = { ...coordinates, region: undefined, values: common };
  if (code === undefined) return unknown;
  const [[named]] = await read(context, [divisionNamed(context, { codes: [code, code.slice(0, 4), code.slice(0, 2)] })]);
  if (named === undefined) return unknown;
  const names = [named.provinceName, named.cityName, named.districtName].filter((name) => name !== null && !noCity.test(name));
  return {
    ...coordinates,
    region: named.code ?? undefined,
    values: {
      ...common,
      scanRegionCode: named.code,
      regionAccuracy: agrees ? (accuracyOfLength[named.code?.length ?? 0] ?? accuracies.unknown) : common.regionAccuracy,
      address: sent === "" ? names.join("") : sent,
      ...(found === undefined ? {} : { regionKm: found.distance.toFixed(1) }),
    },
  };
}
