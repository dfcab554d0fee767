// Which rows a list answers: by equality where its parameters are bound to an entity, by the suffix of each where they are a map.
import { done, refusals, type Answer } from "./answers.ts";
import type { Row, Table } from "./rows.ts";

export type Parameters = Readonly<Record<string, string>>;

/** Parameters that are no filters of either kind of list. */
const paging: ReadonlySet<string> = new Set(["current", "size", "ascs", "descs", "blade-auth"]);

/** Ids have more digits than a number holds. */
const idPattern = /^\d{19}$/u;

const compare = (left: string, right: string): number =>
  left !== "" && right !== "" && !Number.isNaN(Number(left)) && !Number.isNaN(Number(right)) && !idPattern.test(left)
    ? Number(left) - Number(right)
    : left < right
      ? -1
      : left > right
        ? 1
        : 0;

type Test = (held: string, wanted: string) => boolean;

/** In the order in which suffixes are looked for; without one, a column contains the value. */
const suffixes: readonly (readonly [string, Test])[] = [
  ["_equal", (held, wanted) => held === wanted],
  ["_notequal", (held, wanted) => held !== wanted],
  ["_likeleft", (held, wanted) => held.endsWith(wanted)],
  ["_likeright", (held, wanted) => held.startsWith(wanted)],
  ["_notlike", (held, wanted) => !held.includes(wanted)],
  ["_like", (held, wanted) => held.includes(wanted)],
  ["_datege", (held, wanted) => compare(held, wanted) >= 0],
  ["_dategt", (held, wanted) => compare(held, wanted) > 0],
  ["_dateequal", (held, wanted) => held === wanted],
  ["_datele", (held, wanted) => compare(held, wanted) <= 0],
  ["_datelt", (held, wanted) => compare(held, wanted) < 0],
  ["_ge", (held, wanted) => compare(held, wanted) >= 0],
  ["_gt", (held, wanted) => compare(held, wanted) > 0],
  ["_le", (held, wanted) => compare(held, wanted) <= 0],
  ["_lt", (held, wanted) => compare(held, wanted) < 0],
  ["_notnull", (held) => held !== ""],
  ["_null", (held) => held === ""],
];

const held = (row: Row, name: string): string => String(row[name] ?? "");

/** A map of parameters: the suffix decides, and a column that does not exist is a fault of the SQL. */
export function byMap(table: Table, parameters: Parameters): readonly Row[] {
  const tests = Object.entries(parameters).flatMap(([parameter, wanted]) => {
    if (paging.has(parameter) || wanted === "" || parameter.endsWith("_ignore")) return [];
    const [suffix, test] = suffixes.find(([one]) => parameter.endsWith(one)) ?? ["", (one: string, text: string) => one.includes(text)];
    const name = suffix === "" ? parameter : parameter.slice(0, -suffix.length);
    if (!(name in table.columns)) throw refusals.fault();
    return [(row: Row) => test(held(row, name), wanted)];
  });
  return table.rows.filter((row) => tests.every((test) => test(row)));
}

/** An entity's members: equality, and every other parameter is passed over without a word. */
export function byEntity(table: Table, parameters: Parameters): readonly Row[] {
  const wanted = Object.entries(parameters).filter(([name, value]) => name in table.columns && value !== "");
  return table.rows.filter((row) => wanted.every(([name, value]) => held(row, name) === value));
}

/** Columns are named as in the table. */
function columnOf(table: Table, name: string): string {
  const member = name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());
  if (!(member in table.columns) || /[A-Z]/.test(name)) throw refusals.fault();
  return member;
}

function sorted(table: Table, rows: readonly Row[], { ascs = "", descs = "" }: Parameters): readonly Row[] {
  const by = [
    ...ascs
      .split(",")
      .filter(Boolean)
      .map((name) => [columnOf(table, name), 1] as const),
    ...descs
      .split(",")
      .filter(Boolean)
      .map((name) => [columnOf(table, name), -1] as const),
  ];
  return [...rows].sort((left, right) => {
    for (const [name, direction] of by) {
      const order = compare(held(left, name), held(right, name)) * direction;
      if (order !== 0) return order;
    }
    return 0;
  });
}

/** One page of rows that were found. */
export function page(table: Table, found: readonly Row[], parameters: Parameters, show: (row: Row) => unknown): Answer {
  const size = Number(parameters["size"] ?? 10);
  const current = Number(parameters["current"] ?? 1);
  const records = sorted(table, found, parameters).slice((current - 1) * size, current * size);
  const total = found.length;
  return done({
    records: records.map(show),
    total,
    size,
    current,
    pages: Math.ceil(total / size),
    orders: [],
    optimizeCountSql: true,
    searchCount: true,
    maxLimit: -1,
    countId: "",
  });
}
