// What happens in a synthetic world, chosen by chance from a seed: goods in their packages, documents that move them, and what consumers scan.
// Nothing here knows how the product books, stamps or counts; figures that are worked out from a plan are a second opinion.
import { chanceFrom, type Chance } from "#server/seed/chance";
import { dealers, mayBeSoldAt, places, type Place } from "./places.ts";

export interface WorldSize {
  /** Codes at least. */
  readonly codes: number;
  /** Look-ups of consumers, at least. */
  readonly scans: number;
  /** The same number gives the same world, but for what the server draws: ids, and the texts of codes. */
  readonly seed: number;
  /** The day after the last scan, yyyy-MM-dd. */
  readonly today: string;
}

/** How many of the next inner layer a package holds. */
interface Packing {
  readonly name: string;
  readonly bottles: number;
  readonly cartons: number;
  readonly cases: number;
}

/** A product with codes on all its layers. */
export interface Product {
  readonly code: string;
  readonly name: string;
  readonly packing: Packing;
  readonly pallets: number;
  readonly lots: readonly Lot[];
}

/** Pallets of a product that were made together, from the first to the last. */
export interface Lot {
  readonly product: number;
  readonly batchCode: string;
  readonly first: number;
  readonly last: number;
  readonly warehouse: number;
  readonly line: number;
}

/** Layers of packages, from the bottle outwards. */
export const layers = { bottle: 1, carton: 2, case: 3, pallet: 4 } as const;
export type Layer = (typeof layers)[keyof typeof layers];

/** A package: the how-manieth of its product and layer, from 1. */
export interface Package {
  readonly product: number;
  readonly layer: Layer;
  readonly number: number;
}

export interface StockIn {
  readonly kind: "in";
  readonly at: string;
  readonly way: "sequence" | "scan";
  readonly lots: readonly Lot[];
}

/** Goods without codes, taken in by what the line says. */
export interface StatedIn {
  readonly kind: "statedIn";
  readonly at: string;
  readonly warehouse: number;
  readonly num: number;
}

export interface Transfer {
  readonly kind: "transfer";
  readonly at: string;
  readonly from: number;
  readonly to: number;
  readonly packages: readonly Package[];
}

export interface StockOut {
  readonly kind: "out";
  readonly at: string;
  readonly warehouse: number;
  readonly dealer: number;
  readonly packages: readonly Package[];
}

/** Goods without codes that are sold; finished, still being picked, or given up. */
export interface StatedOut {
  readonly kind: "statedOut";
  readonly at: string;
  readonly warehouse: number;
  readonly dealer: number;
  readonly num: number;
  readonly until: "finished" | "picking" | "void";
}

/** A dealer sells on to a dealer below, or to a consumer. */
export interface Sale {
  readonly kind: "sale";
  readonly at: string;
  readonly from: number;
  readonly to: number | undefined;
  readonly packages: readonly Package[];
}

/** A dealer sends goods back. */
export interface Return {
  readonly kind: "return";
  readonly at: string;
  readonly dealer: number;
  readonly warehouse: number;
  readonly packages: readonly Package[];
}

export type Step = StockIn | StatedIn | Transfer | StockOut | StatedOut | Sale | Return;

/** A look-up. */
export interface Scan {
  /** What was scanned; a text where nobody knows such a code. */
  readonly of: Package | string;
  readonly at: string;
  readonly address: string;
  /** Undefined where the phone did not say. */
  readonly place: Place | undefined;
}

export interface WorldPlan {
  readonly size: WorldSize;
  readonly products: readonly Product[];
  /** In the order of time. */
  readonly steps: readonly Step[];
  /** In the order of time. */
  readonly scans: readonly Scan[];
}

const packings: readonly Packing[] = [
  { name: "500ml×2瓶×3盒×20箱", bottles: 2, cartons: 3, cases: 20 },
  { name: "500ml×1瓶×6盒×24箱", bottles: 1, cartons: 6, cases: 24 },
  { name: "250ml×2瓶×4盒×10箱", bottles: 2, cartons: 4, cases: 10 },
  { name: "100ml×4瓶×6盒×12箱", bottles: 4, cartons: 6, cases: 12 },
];
const names = ["云岭大曲", "云岭陈酿", "云岭老窖", "云岭小酒"];

export const warehouseCount = 3;
export const lineCount = 4;
/** Pallets of one lot, and packages of one document, at most. */
const maxPallets = 50;
const maxPackages = 40;
/** Days before today on which things begin to happen. */
const days = { in: 55, transfer: 44, out: 43, sale: 34, return: 32, scan: 29 } as const;
const secondsOfDay = 86_400;

/** Packages of a layer on a pallet. */
export function onPallet({ bottles, cartons, cases }: Packing, layer: Layer): number {
  if (layer === layers.pallet) return 1;
  if (layer === layers.case) return cases;
  return layer === layers.carton ? cases * cartons : cases * cartons * bottles;
}

/** Bottles in a package of a layer. */
export const bottlesIn = (packing: Packing, layer: Layer): number => onPallet(packing, layers.bottle) / onPallet(packing, layer);

/** The pallet, or the case, that a package stands on or in; itself where it is one. */
export function around({ product, layer, number }: Package, packing: Packing, outer: Layer): Package {
  const inside = onPallet(packing, layer) / onPallet(packing, outer);
  return { product, layer: outer, number: Math.ceil(number / inside) };
}

export const packageName = ({ product, layer, number }: Package): string => `${product} ${layer} ${number}`;

const codesOnPallet = (packing: Packing): number => Object.values(layers).reduce((sum, layer) => sum + onPallet(packing, layer), 0);

/** A local time so many seconds after the midnight that a day before today begins with. */
function timeAt(today: string, daysBefore: number, seconds: number): string {
  const time = new Date(Date.parse(`${today}T00:00:00Z`) + (seconds - daysBefore * secondsOfDay) * 1000).toISOString();
  return `${time.slice(0, 10)} ${time.slice(11, 19)}`;
}

function productsOf({ codes }: WorldSize): readonly Product[] {
  return packings.map((packing, product) => {
    const pallets = Math.max(4, Math.ceil(codes / packings.length / codesOnPallet(packing)));
    const lotCount = Math.max(4, Math.ceil(pallets / maxPallets));
    const lots = Array.from({ length: lotCount }, (_, index): Lot => ({
      product,
      batchCode: `SW${product + 1}-${String(index + 1).padStart(3, "0")}`,
      first: Math.floor((index * pallets) / lotCount) + 1,
      last: Math.floor(((index + 1) * pallets) / lotCount),
      warehouse: (Math.floor(index / 2) + product) % warehouseCount,
      line: (index + product) % lineCount,
    }));
    return { code: `SW${product + 1}`, name: names[product] ?? "", packing, pallets, lots };
  });
}

/** How a package is packed. */
export function packingOf(products: readonly Product[], { product }: Pick<Package, "product">): Packing {
  const packing = products[product]?.packing;
  if (packing === undefined) throw new Error(`there is no product ${product}`);
  return packing;
}

/** Parts of a list of this length at most. */
function chunks<T>(all: readonly T[], max: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / max) }, (_, index) => all.slice(index * max, (index + 1) * max));
}

/** Where goods are while the steps are made up. */
class Goods {
  readonly #warehouse = new Map<string, number>();
  readonly #dealer = new Map<string, number>();

  put(one: Package, warehouse: number): void {
    this.#warehouse.set(packageName(one), warehouse);
    this.#dealer.delete(packageName(one));
  }

  give(one: Package, dealer: number): void {
    this.#dealer.set(packageName(one), dealer);
  }

  warehouseOf = (one: Package): number => this.#warehouse.get(packageName(one)) ?? 0;
  dealerOf = (one: Package): number | undefined => this.#dealer.get(packageName(one));
}

/** Groups in the order in which they begin. */
function grouped<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups.values()];
}

interface Making {
  readonly size: WorldSize;
  readonly chance: Chance;
  readonly products: readonly Product[];
  readonly goods: Goods;
}

/** Times of steps of one kind: evenly over so many days, from one on. */
const spread =
  ({ size }: Making, day: number, over: number, count: number) =>
  (index: number) =>
    timeAt(size.today, day, 8 * 3600 + Math.floor((index * (over - 1) * secondsOfDay) / Math.max(1, count)));

function takenIn(making: Making): readonly Step[] {
  const { products, goods } = making;
  const documents = products.flatMap(({ lots }) => {
    const pairs = chunks(lots, 2);
    return pairs.map((pair, index) => ({ lots: pair, way: index === pairs.length - 1 ? ("scan" as const) : ("sequence" as const) }));
  });
  const timeOf = spread(making, days.in, 10, documents.length + warehouseCount);
  for (const { lots } of documents)
    for (const { product, first, last, warehouse } of lots)
      for (let number = first; number <= last; number += 1) goods.put({ product, layer: layers.pallet, number }, warehouse);
  return [
    ...documents.map(({ lots, way }, index): StockIn => ({
      kind: "in",
      at: timeOf(index),
      way,
      lots,
    })),
    ...Array.from({ length: warehouseCount }, (_, warehouse): StatedIn => ({
      kind: "statedIn",
      at: timeOf(documents.length + warehouse),
      warehouse,
      num: 1000 + 100 * warehouse,
    })),
  ];
}

/** One pallet of each product goes to the next warehouse. */
function transferred(making: Making): readonly Transfer[] {
  const { products, goods } = making;
  const timeOf = spread(making, days.transfer, 1, products.length);
  return products.map(({ lots }, product): Transfer => {
    const pallet: Package = { product, layer: layers.pallet, number: lots[0]?.last ?? 1 };
    const from = goods.warehouseOf(pallet);
    const to = (from + 1) % warehouseCount;
    goods.put(pallet, to);
    return { kind: "transfer", at: timeOf(product), from, to, packages: [pallet] };
  });
}

interface Sold {
  readonly one: Package;
  readonly warehouse: number;
  readonly dealer: number;
}

/** Of ten pallets seven are sold as they are, one is opened and half of its cases are sold, two stay. */
function soldPackages({ chance, products, goods }: Making): readonly Sold[] {
  return products.flatMap(({ packing, pallets }, product) =>
    Array.from({ length: pallets }, (_, index): readonly Sold[] => {
      const pallet: Package = { product, layer: layers.pallet, number: index + 1 };
      const [fate, dealer, warehouse] = [chance.below(10), chance.below(dealers.length), goods.warehouseOf(pallet)];
      if (fate < 7) return [{ one: pallet, warehouse, dealer }];
      if (fate > 7) return [];
      return Array.from({ length: Math.floor(packing.cases / 2) }, (_none, place) => ({
        one: { product, layer: layers.case, number: index * packing.cases + place + 1 },
        warehouse,
        dealer,
      }));
    }).flat(),
  );
}

function sentOut(making: Making): readonly Step[] {
  const { goods } = making;
  const groups = grouped(soldPackages(making), ({ warehouse, dealer }) => `${warehouse} ${dealer}`).flatMap((group) =>
    chunks(group, maxPackages),
  );
  const timeOf = spread(making, days.out, 8, groups.length);
  const documents = groups.map((group, index): StockOut => {
    for (const { one, dealer } of group) goods.give(one, dealer);
    return {
      kind: "out",
      at: timeOf(index),
      warehouse: group[0]?.warehouse ?? 0,
      dealer: group[0]?.dealer ?? 0,
      packages: group.map(({ one }) => one),
    };
  });
  const stated = (["finished", "picking", "void"] as const).map((until, index): StatedOut => ({
    kind: "statedOut",
    at: timeAt(making.size.today, days.sale + 1, 3600 * (9 + index)),
    warehouse: index,
    dealer: index,
    num: 50 * (index + 1),
    until,
  }));
  return [...documents, ...stated];
}

/** Dealers sell every fourth pallet on to one below, and a few bottles of another to consumers; one sends a pallet back. */
function soldOn(making: Making): readonly Step[] {
  const { products, goods, chance, size } = making;
  const pallets = products.flatMap(({ pallets: count }, product) =>
    Array.from({ length: count }, (_, index): Package => ({ product, layer: layers.pallet, number: index + 1 })),
  );
  const onward = pallets.flatMap((one) => {
    const from = goods.dealerOf(one);
    const below = dealers.flatMap(({ above }, index) => (above !== undefined && above === from ? [index] : []));
    return from === undefined || below.length === 0 || !chance.once(4) ? [] : [{ one, from, to: chance.oneOf(below) }];
  });
  const sales = grouped(onward, ({ from, to }) => `${from} ${to}`).flatMap((group) => chunks(group, maxPackages));
  const timeOf = spread(making, days.sale, 1, sales.length);
  const documents = sales.map((group, index): Sale => {
    for (const { one, to } of group) goods.give(one, to);
    return { kind: "sale", at: timeOf(index), from: group[0]?.from ?? 0, to: group[0]?.to, packages: group.map(({ one }) => one) };
  });
  const left = pallets.filter((one) => goods.dealerOf(one) !== undefined && !onward.some((sold) => sold.one === one));
  const retail = left.slice(0, 3).map((one, index): Sale => ({
    kind: "sale",
    at: timeAt(size.today, days.sale - 1, 3600 * (9 + index)),
    from: goods.dealerOf(one) ?? 0,
    to: undefined,
    packages: [1, 2].map((bottle) => ({
      product: one.product,
      layer: layers.bottle,
      number: (one.number - 1) * onPallet(packingOf(products, one), layers.bottle) + bottle,
    })),
  }));
  const back = left.slice(3, 4).map((one): Return => {
    const dealer = goods.dealerOf(one) ?? 0;
    goods.put(one, warehouseCount - 1);
    return { kind: "return", at: timeAt(size.today, days.return, 9 * 3600), dealer, warehouse: warehouseCount - 1, packages: [one] };
  });
  return [...documents, ...retail, ...back];
}

/** Of a hundred scans so many are of each kind; the others are of goods where they may be sold. */
const shares = { unknown: 1, unsold: 3, carton: 1, diverted: 6, cloned: 4, nowhere: 8, again: 30, twice: 1 } as const;
/** Scans of a case that was diverted, and of a code that was copied. */
const scansOfDiverted = 8;
const scansOfClone = 12;
const people = 50_000;

const ipOfPerson = (person: number): string => `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;

/** Bottles, a dealer's or nobody's, by chance. */
function bottlesOf({ products, goods, chance }: Making) {
  const units = products.flatMap(({ packing, pallets }, product) =>
    Array.from({ length: pallets }, (_, index): readonly Package[] => {
      const pallet: Package = { product, layer: layers.pallet, number: index + 1 };
      if (goods.dealerOf(pallet) !== undefined) return [pallet];
      return Array.from({ length: packing.cases }, (_none, place) => ({
        product,
        layer: layers.case,
        number: index * packing.cases + place + 1,
      }));
    }).flat(),
  );
  const inside = (unit: Package, layer: Layer): Package => {
    const packing = packingOf(products, unit);
    const count = onPallet(packing, layer) / onPallet(packing, unit.layer);
    return { product: unit.product, layer, number: (unit.number - 1) * count + chance.below(count) + 1 };
  };
  return {
    inside,
    sold: units.flatMap((unit) => {
      const dealer = goods.dealerOf(unit);
      return dealer === undefined ? [] : [{ unit, regions: dealers[dealer]?.regions ?? [] }];
    }),
    unsold: units.filter((unit) => goods.dealerOf(unit) === undefined),
  };
}

/** What consumers scan: most of it once or twice where it may be sold; some of it far from there, and some codes in many places. */
function scansOf(making: Making): readonly Scan[] {
  const { size, chance } = making;
  const { inside, sold, unsold } = bottlesOf(making);
  const scans: Scan[] = [];
  const seconds = days.scan * secondsOfDay;
  const somebody = () => ipOfPerson(chance.below(people));
  const sometime = () => timeAt(size.today, days.scan, chance.below(seconds));
  const add = (of: Package | string, place: Place | undefined): void =>
    void scans.push({ of, at: sometime(), address: somebody(), place: chance.below(100) < shares.nowhere ? undefined : place });
  const placesFor = (regions: readonly string[]) => places.filter((place) => mayBeSoldAt(regions, place));
  const bound = sold.filter(({ regions }) => regions.length > 0);
  const some = (share: number): number => Math.ceil((size.scans * share) / 100);

  for (let count = 0; count < some(shares.unknown); count += 1) add(`SW-NO-${chance.below(1_000_000_000)}`, chance.oneOf(places));
  for (let count = 0; count < some(shares.unsold); count += 1) add(inside(chance.oneOf(unsold), layers.bottle), chance.oneOf(places));
  for (let count = 0; count < some(shares.carton); count += 1) {
    const { unit, regions } = chance.oneOf(sold);
    add(inside(unit, layers.carton), chance.oneOf(placesFor(regions)));
  }
  // A case of a dealer turns up, bottle by bottle, in one city far from its regions.
  for (let count = 0; count < some(shares.diverted); count += scansOfDiverted) {
    const { unit, regions } = chance.oneOf(bound);
    const box = unit.layer === layers.case ? unit : inside(unit, layers.case);
    const place = chance.oneOf(places.filter((one) => !mayBeSoldAt(regions, one)));
    for (let scan = 0; scan < scansOfDiverted; scan += 1) add(inside(box, layers.bottle), place);
  }
  // The code of one bottle is on many.
  for (let count = 0; count < some(shares.cloned); count += scansOfClone) {
    const bottle = inside(chance.oneOf(sold).unit, layers.bottle);
    const first = chance.below(places.length);
    for (let scan = 0; scan < scansOfClone; scan += 1) add(bottle, places[(first + 2 * scan) % places.length]);
  }
  const seen: { readonly of: Package; readonly regions: readonly string[] }[] = [];
  while (scans.length < size.scans - some(shares.twice)) {
    const { unit, regions } = chance.oneOf(sold);
    const isAgain = seen.length > 0 && chance.below(100) < shares.again;
    const one = isAgain ? chance.oneOf(seen) : { of: inside(unit, layers.bottle), regions };
    if (!isAgain) seen.push(one);
    add(one.of, chance.oneOf(placesFor(one.regions)));
  }
  // People who reload the page: the same look-up a moment later.
  for (let count = 0; count < some(shares.twice); count += 1) {
    const scan = chance.oneOf(scans);
    scans.push({ ...scan, at: secondsLater(scan.at, 20) });
  }
  return scans.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
}

/** A local time so many seconds later. */
export function secondsLater(time: string, seconds: number): string {
  const later = new Date(Date.parse(`${time.replace(" ", "T")}Z`) + seconds * 1000).toISOString();
  return `${later.slice(0, 10)} ${later.slice(11, 19)}`;
}

/** Makes up a world. */
export function planWorld(size: WorldSize): WorldPlan {
  const making: Making = { size, chance: chanceFrom(size.seed), products: productsOf(size), goods: new Goods() };
  const steps = [...takenIn(making), ...transferred(making), ...sentOut(making), ...soldOn(making)];
  return {
    size,
    products: making.products,
    steps: steps.toSorted((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0)),
    scans: scansOf(making),
  };
}
