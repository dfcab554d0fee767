// How far apart two places are, as the crow flies.
import { sql, type Expression } from "kysely";

/** Mean radius of the earth in km. */
const earthRadius = 6371;

interface Coordinates {
  readonly latitude: Expression<string | null>;
  readonly longitude: Expression<string | null>;
}

/** Kilometres with one decimal place; null where either place is not known. */
export const kmBetween = (one: Coordinates, other: Coordinates) =>
  sql<string | null>`case when ${one.latitude} + ${one.longitude} + ${other.latitude} + ${other.longitude} is not null then
      round((2 * ${sql.lit(earthRadius)} * asin(least(1, sqrt(power(sind((${one.latitude} - ${other.latitude})::float8 / 2), 2)
        + cosd(${one.latitude}::float8) * cosd(${other.latitude}::float8) * power(sind((${one.longitude} - ${other.longitude})::float8 / 2), 2)))))::numeric, 1) end`;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The same of two places in degrees, without rounding; undefined where either is not known. */
export function kilometresBetween(
  one: { readonly latitude: string | null; readonly longitude: string | null },
  other: { readonly latitude: string | null; readonly longitude: string | null },
): number | undefined {
  if (one.latitude === null || one.longitude === null || other.latitude === null || other.longitude === null) return undefined;
  const [latitude, otherLatitude] = [Number(one.latitude), Number(other.latitude)];
  const [up, along] = [radians(latitude - otherLatitude) / 2, radians(Number(one.longitude) - Number(other.longitude)) / 2];
  const chord = Math.sin(up) ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(otherLatitude)) * Math.sin(along) ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}
