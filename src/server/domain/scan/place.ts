// Where a caller says to be, and which division that is.
import type { RequestContext, Values } from "../../contract.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, type Query } from "../../rows/query.ts";
import { divisionOfAddress } from "./address.ts";
import { noCity, type DivisionNames } from "./division-names.ts";
import { accuracies, divisionAt, type Accuracy } from "./division.ts";

/** `locateMode` of a record. */
const located = { not: 0, byCoordinates: 1, byAddress: 3 } as const;
/** Longest address that a record keeps. */
const maxAddressLength = 200;

/** Where a scan was, as its record keeps it. */
export interface Place {
  /** The code of its division; undefined outside of China, and where it is not known. */
  readonly region: string | undefined;
  /** The names of the division. */
  readonly division: DivisionNames | undefined;
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

/** A place whose division still has to be named: by a query, whose rows make the place. There is none where no division was found. */
interface Located {
  readonly division: readonly [] | readonly [Query<DivisionNames>];
  readonly named: (rows: readonly DivisionNames[]) => Place;
}

const accuracyOfLength: Readonly<Record<number, Accuracy>> = { 2: accuracies.province, 4: accuracies.city, 6: accuracies.district };

/**
 * Where the coordinates and the address that came along are. The address counts where there are no coordinates, or where it is more precise
 * than these and agrees with them; near the border of provinces it decides. Without either nothing is known, and nothing is guessed from the
 * network address. A division that was removed from the list is told by the one above it.
 */
export function locatedBy(
  context: Pick<RequestContext, "model" | "scope" | "caller">,
  parameters: Readonly<Record<string, string>>,
): Located {
  const [longitude, latitude] = [coordinate(parameters["longitude"], 180), coordinate(parameters["latitude"], 90)];
  const isLocated = longitude !== null && latitude !== null;
  const coordinates = isLocated ? { longitude: longitude.toFixed(6), latitude: latitude.toFixed(6) } : { longitude: null, latitude: null };
  const sent = [...(parameters["address"]?.trim() ?? "")].slice(0, maxAddressLength).join("");
  const divisionInAddress = sent === "" ? undefined : divisionOfAddress(sent);
  const found = isLocated ? divisionAt(longitude, latitude) : undefined;
  const agrees =
    divisionInAddress !== undefined &&
    (found === undefined ||
      found.accuracy === accuracies.nearProvinceBorder ||
      (found.code !== undefined && divisionInAddress.startsWith(found.code)));
  const code = agrees ? divisionInAddress : found?.code;
  const mode = isLocated ? located.byCoordinates : located.not;
  const values = {
    ...coordinates,
    locateMode: agrees ? located.byAddress : mode,
    regionAccuracy: found?.accuracy ?? accuracies.unknown,
    address: sent === "" ? null : sent,
  };
  return {
    division: code === undefined ? [] : [divisionNamed(context, { codes: [code, code.slice(0, 4), code.slice(0, 2)] })],
    named: ([division]) => {
      if (division === undefined) return { ...coordinates, region: undefined, division, values };
      const names = [division.provinceName, division.cityName, division.districtName].filter(
        (name) => name !== null && !name.endsWith(noCity),
      );
      return {
        ...coordinates,
        region: division.code ?? undefined,
        division,
        values: {
          ...values,
          scanRegionCode: division.code,
          regionAccuracy: agrees ? (accuracyOfLength[division.code?.length ?? 0] ?? accuracies.unknown) : values.regionAccuracy,
          address: sent === "" ? names.join("") : sent,
          ...(found === undefined ? {} : { regionKm: found.distance.toFixed(1) }),
        },
      };
    },
  };
}

/** The place of the coordinates that came along. */
export async function placeOf(context: RequestContext, parameters: Readonly<Record<string, string>>): Promise<Place> {
  const { division, named } = locatedBy(context, parameters);
  const [rows = []] = division.length === 0 ? [] : await read(context, division);
  return named(rows);
}
