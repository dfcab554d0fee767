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
