// What the product must say of a world, worked out from its plan alone: where goods are by the documents, what was scanned first, again, out of
// its region, and outside of every dealer.
import { dealers, type Place } from "./places.ts";
import {
  around,
  bottlesIn,
  layers,
  packageName,
  packingOf,
  type Layer,
  type Lot,
  type Package,
  type Scan,
  type Step,
  type WorldPlan,
} from "./plan.ts";

/** The product without codes stands behind those that have some. */
const gift = "SWZP";
const giftBatch = (warehouse: number): string => `SWZP-${warehouse + 1}`;

interface StockFigure {
  readonly warehouse: number;
  readonly product: string;
  readonly batch: string;
  readonly num: number;
  readonly locked: number;
}

/** Documents of a kind in a state, and their base units together. */
interface DocumentFigure {
  readonly documents: number;
  readonly units: number;
}

interface ScanFigures {
  readonly scanNum: number;
  readonly codeNum: number;
  readonly userNum: number;
  readonly firstNum: number;
  readonly repeatNum: number;
  readonly unknownNum: number;
  readonly blockedNum: number;
  readonly nonChannelNum: number;
  readonly crossRegionNum: number;
}

/** Scans of a dealer's goods outside of its regions. */
interface CrossFigure {
  readonly dealer: number;
  readonly region: string;
  readonly product: number;
  readonly codes: number;
  readonly scans: number;
  readonly first: string;
  readonly last: string;
  /** Of all codes of the dealer that were scanned. */
  readonly rate: string;
}

interface RepeatFigure {
  readonly of: Package;
  readonly scanCount: number;
  readonly userNum: number;
  readonly cityNum: number;
  readonly brokenRule: number;
}

export interface Expected {
  readonly stock: readonly StockFigure[];
  /** By "in", "out" or "sale" and the type and state that the product knows them by. */
  readonly documents: ReadonlyMap<string, DocumentFigure>;
  readonly waybills: number;
  readonly moves: number;
  readonly scans: ScanFigures;
  readonly scansOfProduct: readonly ScanFigures[];
  readonly byDay: readonly ({ readonly day: string } & Pick<ScanFigures, "scanNum" | "firstNum" | "crossRegionNum">)[];
  readonly byProvince: ReadonlyMap<string, number>;
  readonly crossings: readonly CrossFigure[];
  readonly repeats: readonly RepeatFigure[];
}

// ---------------------------------------------------------------- goods
const finished = 2;

class Ledger {
  readonly #stock = new Map<string, { -readonly [K in keyof StockFigure]: StockFigure[K] }>();
  readonly documents = new Map<string, { documents: number; units: number }>();
  waybills = 0;
  moves = 0;

  #of(warehouse: number, product: string, batch: string) {
    const key = `${warehouse} ${product} ${batch}`;
    const current = this.#stock.get(key) ?? { warehouse, product, batch, num: 0, locked: 0 };
    this.#stock.set(key, current);
    return current;
  }

  change(warehouse: number, product: string, batch: string, units: number): void {
    this.#of(warehouse, product, batch).num += units;
  }

  lock(warehouse: number, product: string, batch: string, units: number): void {
    this.#of(warehouse, product, batch).locked += units;
  }

  count(kind: string, type: number, state: number, units: number): void {
    const key = `${kind} ${type} ${state}`;
    const current = this.documents.get(key) ?? { documents: 0, units: 0 };
    this.documents.set(key, { documents: current.documents + 1, units: current.units + units });
  }

  get stock(): readonly StockFigure[] {
    return [...this.#stock.values()];
  }
}

/** Whose goods are, package by package: what is said of a package goes before what is said of those around it. */
class Owners {
  readonly #plan: WorldPlan;
  readonly #dealer = new Map<string, number | undefined>();

  constructor(plan: WorldPlan) {
    this.#plan = plan;
  }

  give(one: Package, dealer: number | undefined): void {
    this.#dealer.set(packageName(one), dealer);
  }

  of(one: Package): number | undefined {
    const packing = packingOf(this.#plan.products, one);
    const outwards = Object.values(layers).filter((layer) => layer >= one.layer);
    const names = outwards.map((layer: Layer) => packageName(around(one, packing, layer)));
    const dealer = names.find((name) => this.#dealer.has(name));
    return dealer === undefined ? undefined : this.#dealer.get(dealer);
  }
}

function lotOf({ products }: WorldPlan, one: Package): Lot {
  const pallet = around(one, packingOf(products, one), layers.pallet).number;
  const lot = products[one.product]?.lots.find(({ first, last }) => first <= pallet && pallet <= last);
  if (lot === undefined) throw new Error(`no lot has pallet ${pallet}`);
  return lot;
}

function follow(plan: WorldPlan): { readonly ledger: Ledger; readonly owners: Owners } {
  const [ledger, owners] = [new Ledger(), new Owners(plan)];
  const unitsOf = (one: Package) => bottlesIn(packingOf(plan.products, one), one.layer);
  const codeOf = ({ product }: Package) => plan.products[product]?.code ?? "";
  const unitsOfAll = (packages: readonly Package[]) => packages.reduce((sum, one) => sum + unitsOf(one), 0);
  const move = (packages: readonly Package[], warehouse: number, sign: 1 | -1): void => {
    ledger.moves += packages.length;
    for (const one of packages) ledger.change(warehouse, codeOf(one), lotOf(plan, one).batchCode, sign * unitsOf(one));
  };
  const take = (step: Step): void => {
    switch (step.kind) {
      case "in": {
        const packages = step.lots.flatMap(({ product, first, last }) =>
          Array.from({ length: last - first + 1 }, (_, index): Package => ({ product, layer: layers.pallet, number: first + index })),
        );
        move(packages, step.lots[0]?.warehouse ?? 0, 1);
        ledger.count("in", 1, finished, unitsOfAll(packages));
        break;
      }
      case "statedIn":
        ledger.change(step.warehouse, gift, giftBatch(step.warehouse), step.num);
        ledger.moves += 1;
        ledger.count("in", 9, finished, step.num);
        break;
      case "transfer":
        move(step.packages, step.from, -1);
        move(step.packages, step.to, 1);
        ledger.count("out", 2, finished, unitsOfAll(step.packages));
        ledger.count("in", 3, finished, unitsOfAll(step.packages));
        ledger.waybills += 1;
        break;
      case "out":
        move(step.packages, step.warehouse, -1);
        for (const one of step.packages) owners.give(one, step.dealer);
        ledger.count("out", 1, finished, unitsOfAll(step.packages));
        ledger.waybills += 1;
        break;
      case "statedOut":
        if (step.until === "finished") {
          ledger.change(step.warehouse, gift, giftBatch(step.warehouse), -step.num);
          ledger.moves += 1;
          ledger.waybills += 1;
        }
        if (step.until === "picking") ledger.lock(step.warehouse, gift, giftBatch(step.warehouse), step.num);
        ledger.count("out", 1, { finished, picking: 1, void: 9 }[step.until], step.until === "finished" ? step.num : 0);
        break;
      case "sale":
        ledger.moves += step.packages.length;
        if (step.to !== undefined) for (const one of step.packages) owners.give(one, step.to);
        ledger.count("sale", step.to === undefined ? 2 : 1, finished, unitsOfAll(step.packages));
        break;
      case "return":
        move(step.packages, step.warehouse, 1);
        for (const one of step.packages) owners.give(one, undefined);
        ledger.count("in", 4, finished, unitsOfAll(step.packages));
        break;
    }
  };
  for (const step of plan.steps) take(step);
  return { ledger, owners };
}

// ---------------------------------------------------------------- scans
/** A scan as it is kept. */
interface StoredScan {
  readonly scan: Scan;
  readonly code: string;
  readonly result: "first" | "repeat" | "unknown";
  readonly isNonChannel: boolean;
  readonly crossing: "inside" | "outside" | "unknown";
  readonly dealer: number | undefined;
}

/** Within so many seconds the same person sees the same answer again, and nothing is counted. */
const sameLookupSeconds = 60;
const secondsOf = (time: string): number => Date.parse(`${time.replace(" ", "T")}Z`) / 1000;

function crossingAt(dealer: number | undefined, place: Place | undefined): StoredScan["crossing"] {
  const regions = dealer === undefined ? undefined : dealers[dealer]?.regions;
  if (regions === undefined) return "unknown";
  if (regions.length === 0) return "inside";
  if (place === undefined) return "unknown";
  return regions.some((region) => place.code.startsWith(region)) ? "inside" : "outside";
}

function keep(plan: WorldPlan, owners: Owners): readonly StoredScan[] {
  const last = new Map<string, number>();
  const counts = new Map<string, number>();
  return plan.scans.flatMap((scan): readonly StoredScan[] => {
    const { of, at, address, place } = scan;
    if (typeof of === "string") return [{ scan, code: of, result: "unknown", isNonChannel: false, crossing: "unknown", dealer: undefined }];
    const code = packageName(of);
    const [who, time] = [`${code} ${address}`, secondsOf(at)];
    if (time - (last.get(who) ?? Number.NEGATIVE_INFINITY) < sameLookupSeconds) return [];
    last.set(who, time);
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    const dealer = owners.of(of);
    return [
      {
        scan,
        code,
        result: count === 1 ? "first" : "repeat",
        isNonChannel: dealer === undefined,
        crossing: crossingAt(dealer, place),
        dealer,
      },
    ];
  });
}

const distinct = <T>(all: readonly T[], keyOf: (one: T) => string): number => new Set(all.map(keyOf)).size;

function figuresOf(scans: readonly StoredScan[]): ScanFigures {
  const count = (isCounted: (one: StoredScan) => boolean) => scans.filter(isCounted).length;
  return {
    scanNum: scans.length,
    codeNum: distinct(scans, ({ code }) => code),
    userNum: distinct(scans, ({ scan }) => scan.address),
    firstNum: count(({ result }) => result === "first"),
    repeatNum: count(({ result }) => result === "repeat"),
    unknownNum: count(({ result }) => result === "unknown"),
    blockedNum: 0,
    nonChannelNum: count(({ isNonChannel }) => isNonChannel),
    crossRegionNum: count(({ crossing }) => crossing === "outside"),
  };
}

function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string | undefined): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}

const productOf = ({ scan: { of } }: StoredScan): number | undefined => (typeof of === "string" ? undefined : of.product);

function crossingsOf(scans: readonly StoredScan[]): readonly CrossFigure[] {
  const ofDealers = groupsOf(scans, ({ dealer }) => (dealer === undefined ? undefined : String(dealer)));
  const outside = groupsOf(scans, (one) =>
    one.crossing === "outside" ? `${one.dealer} ${one.scan.place?.code} ${productOf(one)}` : undefined,
  );
  return [...outside.values()].flatMap((group) => {
    const [first] = group;
    if (first?.dealer === undefined) return [];
    const times = group.map(({ scan }) => scan.at).toSorted();
    const codes = distinct(group, ({ code }) => code);
    const all = distinct(ofDealers.get(String(first.dealer)) ?? [], ({ code }) => code);
    return [
      {
        dealer: first.dealer,
        region: first.scan.place?.code ?? "",
        product: productOf(first) ?? -1,
        codes,
        scans: group.length,
        first: times[0] ?? "",
        last: times.at(-1) ?? "",
        rate: (Math.round((10_000 * codes) / all) / 10_000).toFixed(4),
      },
    ];
  });
}

/** The settings that an installation begins with: more than three scans, three people, or two cities. */
const limits = { scans: 3, people: 3, cities: 2 } as const;

function repeatsOf(scans: readonly StoredScan[]): readonly RepeatFigure[] {
  return [...groupsOf(scans, ({ code, result }) => (result === "unknown" ? undefined : code)).values()].flatMap((group) => {
    const of = group[0]?.scan.of;
    if (of === undefined || typeof of === "string") return [];
    const userNum = distinct(group, ({ scan }) => scan.address);
    const cityNum = new Set(group.flatMap(({ scan }) => scan.place?.code ?? [])).size;
    const brokenRule = cityNum > limits.cities ? 3 : userNum > limits.people ? 2 : group.length > limits.scans ? 1 : 0;
    return brokenRule === 0 ? [] : [{ of, scanCount: group.length, userNum, cityNum, brokenRule }];
  });
}

/** Works out what the reports of a world say. */
export function expectedOf(plan: WorldPlan): Expected {
  const { ledger, owners } = follow(plan);
  const scans = keep(plan, owners);
  const days = groupsOf(scans, ({ scan }) => scan.at.slice(0, 10));
  return {
    stock: ledger.stock,
    documents: ledger.documents,
    waybills: ledger.waybills,
    moves: ledger.moves,
    scans: figuresOf(scans),
    scansOfProduct: plan.products.map((_, product) => figuresOf(scans.filter((one) => productOf(one) === product))),
    byDay: [...days].map(([day, group]) => {
      const { scanNum, firstNum, crossRegionNum } = figuresOf(group);
      return { day, scanNum, firstNum, crossRegionNum };
    }),
    byProvince: new Map(
      [...groupsOf(scans, ({ scan }) => scan.place?.code.slice(0, 2))].map(([province, group]) => [province, group.length]),
    ),
    crossings: crossingsOf(scans),
    repeats: repeatsOf(scans),
  };
}
