// Whether goods were scanned where they may be sold: the division of the scan and those of the sale, by the beginnings of their codes.

/** How many digits a division's code has at each level that scans are compared at. */
const digitsOfLevel: Readonly<Record<string, number>> = { province: 2, city: 4, district: 6 };
const defaultDigits = 4;
/** Provinces without cities: Beijing, Tianjin, Shanghai, Chongqing; Taiwan, Hong Kong, Macau. There a province is as precise as a city. */
const withoutCities: ReadonlySet<string> = new Set(["11", "12", "31", "50", "71", "81", "82"]);

/** Values of `crossRegion`. */
export const crossings = { inside: 0, outside: 1, unknown: 2 } as const;
export type Crossing = (typeof crossings)[keyof typeof crossings];

/** How many digits of a division's code are compared at a level. */
export function digitsAt(level: string | undefined): number {
  return digitsOfLevel[level ?? ""] ?? defaultDigits;
}

/** A code without the zeros that fill it up to six digits. */
const bare = (code: string): string => code.replace(/(?:00)+$/, "");

/**
 * Where a scan was by where its goods may be sold. Without regions they may be sold anywhere; where the scan was is not known, or less precisely
 * than the level, it cannot be told.
 */
export function crossingOf(scanned: string | undefined, saleRegions: readonly string[], level: string | undefined): Crossing {
  if (saleRegions.length === 0) return crossings.inside;
  if (scanned === undefined) return crossings.unknown;
  const code = bare(scanned);
  const digits = digitsAt(level) === 4 && withoutCities.has(code.slice(0, 2)) ? 2 : digitsAt(level);
  if (code.length < digits) return crossings.unknown;
  const covers = (region: string) => code.startsWith(bare(region).slice(0, digits));
  return saleRegions.some(covers) ? crossings.inside : crossings.outside;
}
