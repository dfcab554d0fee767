// The repeat rule: whether a code was scanned too often, by too many people, in too many cities, or in two places at once. Most likely it was
// copied then.
import { secondsLater } from "#schema/local-time";
import { numberSetting, type Settings } from "../bind-config/settings.ts";
import { kilometresBetween } from "./distance.ts";
import type { ScanOfCode } from "./earlier-scans.ts";
import { digits } from "./figure-cells.ts";
import { results } from "./results.ts";

/** Settings of the rule. */
export const repeatSettings = [
  "scan.repeat.maxCount",
  "scan.repeat.windowHours",
  "scan.repeat.maxUsers",
  "scan.repeat.maxCities",
  "scan.repeat.farKm",
  "scan.repeat.farMinutes",
] as const;

/** `brokenRule` of a code that is in two places at once. */
const tooFar = 4;
/** Two places of one code that nobody travels between, in so many minutes, unless the tenant says otherwise. */
const defaultFar = { km: 0, minutes: 60 } as const;

/** The scan that is being counted. */
interface ScanNow {
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly now: string;
  /** Who scans: a user, or an address. */
  readonly who: string;
  readonly region: string | undefined;
  readonly latitude: string | null;
  readonly longitude: string | null;
}

/** What the scans of a code come to, the one that is being counted among them. */
export interface RepeatedScans {
  readonly scans: number;
  readonly people: number;
  readonly cities: number;
  /** The codes of the divisions where they were. */
  readonly regions: readonly string[];
  /** How far from here the code was scanned within so many minutes, at the furthest: in km with one decimal place; null where nobody asks. */
  readonly farKm: string | null;
}

/** Whether the rule asks how far apart scans are. */
const asksDistance = (settings: Settings): boolean => numberSetting(settings, "scan.repeat.farKm", defaultFar.km) > 0;

/** Whether a scan is one of a genuine code that may be sold. */
export const isCounted = ({ result }: ScanOfCode): boolean => result === results.first || result === results.repeated;

/** Of a scan whose city is not known the province counts, unless a city of it counts already. */
function citiesOf(regions: readonly string[]): number {
  const cities = new Set(regions.filter((code) => code.length >= digits.city).map((code) => code.slice(0, digits.city)));
  const ofCities = new Set([...cities].map((code) => code.slice(0, digits.province)));
  const others = new Set(regions.map((code) => code.slice(0, digits.province)).filter((province) => !ofCities.has(province)));
  return cities.size + others.size;
}

/** Scans, people and cities of a code within the time that the tenant's rule looks back. */
export function repeatedScans(earlier: readonly ScanOfCode[], settings: Settings, scan: ScanNow): RepeatedScans {
  const hours = numberSetting(settings, "scan.repeat.windowHours", 0);
  const minutes = numberSetting(settings, "scan.repeat.farMinutes", defaultFar.minutes, 1);
  const begin = hours === 0 ? "" : secondsLater(scan.now, -hours * 3600);
  const near = secondsLater(scan.now, -minutes * 60);
  const met = earlier.filter(isCounted);
  const within = met.filter(({ scanTime }) => (scanTime ?? "") > begin);
  const distances = (asksDistance(settings) ? met : [])
    .filter(({ scanTime }) => (scanTime ?? "") >= near)
    .map((one) => kilometresBetween(scan, one))
    .filter((km) => km !== undefined);
  const regions = [scan.region, ...within.map(({ scanRegionCode }) => scanRegionCode)].filter(
    (code) => code !== null && code !== undefined,
  );
  return {
    scans: within.length + 1,
    people: new Set([scan.who, ...within.map(({ wxUserId, ip }) => wxUserId ?? ip).filter((who) => who !== null)]).size,
    cities: citiesOf(regions),
    regions: [...new Set(regions)],
    farKm: distances.length === 0 ? null : Math.max(...distances).toFixed(1),
  };
}

/** The strongest rule that scans of a code break; 0 for none. `scanCount`: how often it was counted on the code. */
export function brokenRule({ scans, people, cities, farKm }: RepeatedScans, settings: Settings, scanCount: number): number {
  const maxKm = numberSetting(settings, "scan.repeat.farKm", defaultFar.km);
  // What is counted on the code goes further back than the records that are kept.
  const times = numberSetting(settings, "scan.repeat.windowHours", 0) === 0 ? Math.max(scans, scanCount) : scans;
  const rules = [
    [3, cities, "scan.repeat.maxCities", 2],
    [2, people, "scan.repeat.maxUsers", 3],
    [1, times, "scan.repeat.maxCount", 3],
  ] as const;
  // Nobody is in two places at once, so this is the gravest.
  if (farKm !== null && Number(farKm) > maxKm) return tooFar;
  return rules.find(([, found, key, builtIn]) => found > numberSetting(settings, key, builtIn, 1))?.[0] ?? 0;
}
