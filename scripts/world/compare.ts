// Compares what the reports of a server say of a world with what its plan says.
import { isRecord } from "#schema/json";
import { isDeepStrictEqual } from "node:util";
import { endpointsOf } from "../../src/server/crud/routes.ts";
import type { Services } from "../../src/server/crud/services.ts";
import type { Calls } from "../../src/server/seed/calls.ts";
import { dealers } from "./places.ts";
import { expectedOf, type Expected } from "./expected.ts";
import type { WorldPlan } from "./plan.ts";

/** The payload that a call of the server answers. */
export type Ask = (path: string, query?: Readonly<Record<string, string>>) => Promise<unknown>;

/** A figure on which the two do not agree. */
interface Disagreement {
  readonly figure: string;
  readonly expected: unknown;
  readonly answered: unknown;
}

/** Asks the endpoints of these services as a person of the tenant does, without a network between. */
export function askOf(services: Services, { context }: Pick<Calls, "context">): Ask {
  const endpoints = new Map(
    services.model.resources
      .flatMap((resource) => endpointsOf(resource, services))
      .filter(({ method }) => method === "GET")
      .toReversed()
      // Of two at one place the first counts, as it does where they are registered.
      .map((endpoint) => [endpoint.path, endpoint]),
  );
  return (path, query = {}) => {
    const endpoint = endpoints.get(path);
    if (endpoint === undefined) throw new Error(`there is no GET ${path}`);
    return endpoint.handler(context, query, undefined, {});
  };
}

type Row = Readonly<Record<string, unknown>>;

const rowIn = (value: unknown): Row => {
  if (!isRecord(value)) throw new Error(`not a row: ${JSON.stringify(value)}`);
  return value;
};
const rowsIn = (value: unknown): readonly Row[] => {
  if (!Array.isArray(value)) throw new Error(`no rows: ${JSON.stringify(value)}`);
  return value.map(rowIn);
};

/** A page is this long at most. */
const size = "200";

/** All rows of a list. */
async function listed(ask: Ask, path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let current = 1; ; current += 1) {
    const page = rowsIn(rowIn(await ask(path, { ...query, current: String(current), size }))["records"]);
    all.push(...page);
    if (page.length < Number(size)) return all;
  }
}

const sorted = (lines: readonly string[]): readonly string[] => lines.toSorted();

/** Ids by the codes that people give. */
async function idsOf(ask: Ask, path: string): Promise<ReadonlyMap<string, string>> {
  return new Map((await listed(ask, path)).map((row) => [String(row["code"]), String(row["id"])]));
}

const swapped = (map: ReadonlyMap<string, string>): ReadonlyMap<string, string> => new Map([...map].map(([key, value]) => [value, key]));

interface Comparing {
  readonly ask: Ask;
  readonly plan: WorldPlan;
  readonly expected: Expected;
  /** Ids by codes. */
  readonly products: ReadonlyMap<string, string>;
  readonly dealerIds: ReadonlyMap<string, string>;
  readonly check: (figure: string, expected: unknown, answered: unknown) => void;
}

async function compareGoods({ ask, expected, products, check }: Comparing): Promise<void> {
  const codes = swapped(products);
  const warehouses = swapped(await idsOf(ask, "/digit-bind/warehouse/list"));
  const stock = await listed(ask, "/digit-bind/goods-stock/list");
  check(
    "stock by warehouse, product and batch",
    sorted(
      expected.stock.map(({ warehouse, product, batch, num, locked }) =>
        ["SWK" + String(warehouse + 1), product, batch, num, locked, num - locked].join(" "),
      ),
    ),
    sorted(
      stock.map(({ warehouseId, productId, batchCode, num, lockNum, availableNum }) =>
        [warehouses.get(String(warehouseId)), codes.get(String(productId)), batchCode, num, lockNum, availableNum].join(" "),
      ),
    ),
  );
  const documents = new Map<string, { documents: number; units: number }>();
  const kinds = [
    ["in", "/digit-bind/stock-in-doc/list", "docType", "realNum"],
    ["out", "/digit-bind/stock-out-doc/list", "docType", "realNum"],
    ["sale", "/digit_bind/saledoc/list", "saleType", "totalNum"],
  ] as const;
  for (const [kind, path, type, units] of kinds)
    for (const row of await listed(ask, path)) {
      const key = `${kind} ${String(row[type])} ${String(row["status"])}`;
      const current = documents.get(key) ?? { documents: 0, units: 0 };
      documents.set(key, { documents: current.documents + 1, units: current.units + Math.max(0, Number(row[units])) });
    }
  check("documents by kind, type and state", expected.documents, documents);
  check("waybills", expected.waybills, (await listed(ask, "/digit-bind/logistics/out-doc")).length);
}

async function compareSummary({ ask, plan, expected, products, check }: Comparing, days: Readonly<Record<string, string>>): Promise<void> {
  const path = "/digit-apply/consumer-scan-record/summary";
  const summary = rowIn(await ask(path, days));
  check("scans", expected.scans, summary["total"]);
  check(
    "scans by day",
    expected.byDay.toSorted((left, right) => (left.day < right.day ? -1 : 1)),
    summary["byDay"],
  );
  check(
    "scans by province",
    expected.byProvince,
    new Map(rowsIn(summary["byProvince"]).map((row) => [String(row["code"]), Number(row["scanNum"])])),
  );
  check(
    "scans by product",
    new Map(plan.products.map(({ name }, product) => [name, expected.scansOfProduct[product]?.scanNum])),
    new Map(rowsIn(summary["byProduct"]).map((row) => [String(row["name"]), Number(row["scanNum"])])),
  );
  for (const [product, { code }] of plan.products.entries())
    check(
      `scans of ${code}`,
      expected.scansOfProduct[product],
      rowIn(await ask(path, { ...days, productId: products.get(code) ?? "" }))["total"],
    );
}

/** Scans outside of their regions, as the analysis that leads from one column to the next says them. */
async function compareOutside({ ask, plan, expected, products, check }: Comparing, days: Readonly<Record<string, string>>): Promise<void> {
  const path = "/digit-apply/consumer-scan-record/cross-region-sale/overview";
  for (const code of [undefined, ...plan.products.map((product) => product.code)]) {
    const crossings = expected.crossings.filter((one) => code === undefined || plan.products[one.product]?.code === code);
    const sums = new Map<string, number>();
    for (const { region, scans } of crossings) sums.set(region.slice(0, 2), (sums.get(region.slice(0, 2)) ?? 0) + scans);
    const answer = rowIn(await ask(path, { ...days, ...(code === undefined ? {} : { productId: products.get(code) ?? "" }) }));
    check(
      `scans outside by province${code === undefined ? "" : ` of ${code}`}`,
      sums,
      new Map(rowsIn(answer["byProvince"]).map((row) => [String(row["code"]), Number(row["crossScanNum"])])),
    );
  }
}

async function compareCrossings(
  { ask, plan, expected, products, dealerIds, check }: Comparing,
  days: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [dealer, { code, regions }] of dealers.entries()) {
    const channelId = dealerIds.get(code) ?? "";
    const rows = rowsIn(await ask("/digit-apply/consumer-scan-record/cross-region-sale/summary", { ...days, channelId }));
    check(
      `scans outside of the regions of ${code}`,
      sorted(
        expected.crossings
          .filter((one) => one.dealer === dealer)
          .map((one) =>
            [
              products.get(plan.products[one.product]?.code ?? ""),
              one.region,
              one.codes,
              one.scans,
              one.first,
              one.last,
              one.rate,
              regions.join(","),
            ].join(" "),
          ),
      ),
      sorted(
        rows.map((row) =>
          ["productId", "scanRegionCode", "crossCodeNum", "crossScanNum", "firstTime", "lastTime", "crossRate", "saleRegionCodes"]
            .map((name) => String(row[name]))
            .join(" "),
        ),
      ),
    );
  }
}

async function compareRepeats({ ask, expected, check }: Comparing): Promise<void> {
  const path = "/digit-apply/consumer-scan-record/repeat";
  const rows = await listed(ask, path);
  const lines = (all: readonly (readonly unknown[])[]) => sorted(all.map((one) => one.join(" ")));
  check(
    "codes that break the repeat rule",
    lines(expected.repeats.map(({ scanCount, userNum, cityNum, brokenRule }) => [scanCount, userNum, cityNum, brokenRule])),
    lines(rows.map((row) => [row["scanCount"], row["userNum"], row["cityNum"], row["brokenRule"]])),
  );
}

async function compareNonChannel({ ask, expected, check }: Comparing): Promise<void> {
  const rows = await listed(ask, "/digit-apply/consumer-scan-record/non-channel");
  check("scans outside of every dealer", expected.scans.nonChannelNum, rows.length);
  check("all of them are in stock", 0, rows.filter((row) => row["lifeStatus"] !== 2).length);
}

interface Comparison {
  /** Figures, and tables of figures, that were compared. */
  readonly compared: number;
  /** Where reports and plan disagree; nothing where all figures are the same. */
  readonly disagreements: readonly Disagreement[];
}

/** Compares everything that reports say of a world with its plan. */
export async function compareWorld(ask: Ask, plan: WorldPlan): Promise<Comparison> {
  const found: Disagreement[] = [];
  let compared = 0;
  const check = (figure: string, expected: unknown, answered: unknown): void => {
    compared += 1;
    if (!isDeepStrictEqual(expected, answered)) found.push({ figure, expected, answered });
  };
  const comparing: Comparing = {
    ask,
    plan,
    expected: expectedOf(plan),
    products: await idsOf(ask, "/digit-bind/attr-owner/list"),
    dealerIds: await idsOf(ask, "/digit-bind/channel/list"),
    check,
  };
  const days = { startDate: plan.scans[0]?.at.slice(0, 10) ?? "", endDate: plan.size.today };
  await compareGoods(comparing);
  await compareSummary(comparing, days);
  await compareCrossings(comparing, days);
  await compareOutside(comparing, days);
  await compareRepeats(comparing);
  await compareNonChannel(comparing);
  return { compared, disagreements: found };
}
