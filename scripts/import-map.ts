// Writes src/admin/ui/charts/provinces.json, the outlines of the provinces as paths of SVG, from the data of the npm package echarts (Apache
// License 2.0; 4.9.0 is the last version with maps):
//   npm pack echarts@4.9.0 && tar xzf echarts-4.9.0.tgz package/map/json/china.json package/src/coord/geo/fix/nanhai.js
//   npx tsx scripts/import-map.ts package
// The package itself is no dependency: it is 52 MB, of which these outlines are 40 KB.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

type Point = readonly [x: number, y: number];
type Ring = readonly Point[];

const offset = z.tuple([z.number(), z.number()]);
const sourceMap = z.object({
  UTF8Encoding: z.literal(true),
  features: z.array(
    z.object({
      properties: z.object({ id: z.string().regex(/^\d{6}$/) }),
      geometry: z.discriminatedUnion("type", [
        z.object({ type: z.literal("Polygon"), coordinates: z.array(z.string()), encodeOffsets: z.array(offset) }),
        z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(z.array(z.string())), encodeOffsets: z.array(z.array(offset)) }),
      ]),
    }),
  ),
});

const width = 720;
/** Islands smaller than this, in square units, are left out, unless the province has nothing larger. */
const minArea = 3;
/** The frame with the islands of the South China Sea stands in the corner, as on most maps of China. */
const insetScale = 0.9;
/** Provinces below this, in square units, are too small to be seen or pointed at: they have a dot as well. */
const minVisibleArea = 30;

/** Differences of zigzag numbers, one character each. */
function decoded(text: string, [x0, y0]: readonly [number, number]): Ring {
  const points: Point[] = [];
  let [x, y] = [x0, y0];
  const zigzag = (index: number): number => {
    const number = text.charCodeAt(index) - 64;
    return (number >> 1) ^ -(number & 1);
  };
  for (let index = 0; index < text.length; index += 2) {
    x += zigzag(index);
    y += zigzag(index + 1);
    points.push([x / 1024, y / 1024]);
  }
  return points;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Albers' projection with the parallels that maps of China use: areas keep their proportions. */
function projected([longitude, latitude]: Point): Point {
  const [south, north, middle, origin] = [25, 47, 105, 36].map(radians) as [number, number, number, number];
  const n = (Math.sin(south) + Math.sin(north)) / 2;
  const c = Math.cos(south) ** 2 + 2 * n * Math.sin(south);
  const distance = (angle: number) => Math.sqrt(c - 2 * n * Math.sin(angle)) / n;
  const turn = n * (radians(longitude) - middle);
  const from = distance(radians(latitude));
  return [from * Math.sin(turn), -(distance(origin) - from * Math.cos(turn))];
}

function areaOf(ring: Ring): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice / 2);
}

/** Points on the grid of whole units. Neighbours share their points, so that no gaps come up between them. */
function onGrid(ring: Ring): Ring {
  const rounded = ring.map(([x, y]): Point => [Math.round(x), Math.round(y)]);
  return rounded.filter(([x, y], index) => {
    const [beforeX, beforeY] = rounded[index - 1] ?? [Number.NaN, Number.NaN];
    return x !== beforeX || y !== beforeY;
  });
}

function pathOf(rings: readonly Ring[]): string {
  return rings
    .map((ring) => {
      let before: Point = [0, 0];
      const steps = ring.map((point, index) => {
        const [x, y] = [point[0] - before[0], point[1] - before[1]];
        before = point;
        return `${index === 0 ? "M" : index === 1 ? "l" : " "}${x}${y < 0 ? "" : " "}${y}`;
      });
      return `${steps.join("")}z`;
    })
    .join("");
}

async function main(): Promise<void> {
  const source = process.argv[2];
  if (source === undefined) throw new Error("name the folder of the unpacked package");
  const { features } = sourceMap.parse(JSON.parse(await readFile(path.join(source, "map/json/china.json"), "utf8")));
  const provinces = features.map(({ properties, geometry }) => ({
    code: properties.id.slice(0, 2),
    rings:
      geometry.type === "Polygon"
        ? geometry.coordinates.map((text, index) => decoded(text, geometry.encodeOffsets[index] ?? [0, 0]))
        : geometry.coordinates.flatMap((texts, outer) =>
            texts.map((text, inner) => decoded(text, geometry.encodeOffsets[outer]?.[inner] ?? [0, 0])),
          ),
  }));
  const frame = /points = (\[[\s\S]*?\]);/.exec(await readFile(path.join(source, "src/coord/geo/fix/nanhai.js"), "utf8"))?.[1];
  const inset = z
    .array(z.array(offset))
    .parse(JSON.parse(frame ?? "[]"))
    .map((ring) => ring.map(([x, y]): Point => [x * insetScale, y * insetScale]));

  const flat = provinces
    .flatMap(({ rings }) => rings)
    .flat()
    .map(projected);
  const [xs, ys] = [flat.map(([x]) => x), flat.map(([, y]) => y)];
  const [left, top] = [xs.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.min(a, b))];
  const scale = width / (xs.reduce((a, b) => Math.max(a, b)) - left);
  const height = Math.ceil((ys.reduce((a, b) => Math.max(a, b)) - top) * scale);
  const placed = (ring: Ring): Ring =>
    ring.map((point): Point => {
      const [x, y] = projected(point);
      return [(x - left) * scale, (y - top) * scale];
    });
  const drawn = provinces.map(({ code, rings }) => {
    const all = rings.map(placed).sort((one, other) => areaOf(other) - areaOf(one));
    const [largest = [], ...others] = all;
    const shown = [largest, ...others.filter((ring) => areaOf(ring) >= minArea)];
    const middle = largest.reduce<Point>(([x, y], point) => [x + point[0] / largest.length, y + point[1] / largest.length], [0, 0]);
    return {
      code,
      path: pathOf(shown.map(onGrid)),
      ...(areaOf(largest) < minVisibleArea ? { dot: middle.map(Math.round) } : {}),
    };
  });
  const target = path.resolve(import.meta.dirname, "../src/admin/ui/charts/provinces.json");
  const sorted = drawn.toSorted((one, other) => one.code.localeCompare(other.code));
  const [frameWidth, frameHeight] = [64 * insetScale, 94 * insetScale];
  const inCorner = (ring: Ring): Ring => ring.map(([x, y]): Point => [x + width - frameWidth, y + height - frameHeight]);
  const whole = { width, height, provinces: sorted, inset: pathOf(inset.map((ring) => onGrid(inCorner(ring)))) };
  await writeFile(target, `${JSON.stringify(whole)}\n`);
}

await main();
