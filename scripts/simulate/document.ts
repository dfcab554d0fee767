// The tables of the simulation as they are in docs/scale.md.
import {
  assumed,
  costOf,
  indexOfCodes,
  layouts,
  nodesForIndex,
  predictions,
  rowsBeyond,
  storageFor,
  type LayoutCost,
  type Prediction,
} from "./model.ts";
import type { Cost, Measured } from "./measured.ts";

/** Between these lines the document has what is written here. */
const [begin, end] = ["<!-- npm run simulate -->", "<!-- end of npm run simulate -->"];

const grouped = (value: number): string => Math.round(value).toLocaleString("en-US");

/** Two or three digits that mean something. */
function short(value: number): string {
  if (value === 0) return "0";
  return value >= 100 ? grouped(Number(value.toPrecision(3))) : String(Number(value.toPrecision(2)));
}

function bytes(value: number): string {
  return value >= 1e12 ? `${short(value / 1e12)} TB` : value >= 1e9 ? `${short(value / 1e9)} GB` : `${short(value / 1e6)} MB`;
}

function time(seconds: number): string {
  if (seconds < 90) return `${short(seconds)} s`;
  if (seconds < 5400) return `${short(seconds / 60)} min`;
  return seconds < 172_800 ? `${short(seconds / 3600)} h` : `${short(seconds / 86_400)} days`;
}

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");

const microseconds = ({ of, server, postgres }: Cost): string => `${short((server / of) * 1e6)} + ${short((postgres / of) * 1e6)} µs`;

function measuredTable({ base, points, import: imported, fixed }: Measured): string {
  const [, point] = points;
  const { work, log } = point;
  const rows = rowsBeyond(base, point);
  const ofRow = (cost: Cost, once: Cost): string =>
    microseconds({ ...cost, of: rows, server: cost.server - once.server, postgres: cost.postgres - once.postgres });
  return table(
    ["work", "server + PostgreSQL", "for each"],
    [
      ["making codes by a rule", microseconds(work.generate), `code; ${grouped(log.generate)} bytes of log`],
      ["importing a file", microseconds(imported), "line"],
      ["activating: set, product, batch and state", microseconds(work.activate), `code; ${grouped(log.activate)} bytes of log; SQL alone`],
      ["look-up of a consumer", microseconds(work.lookUp), "look-up"],
      ["vacuum of `code_item`", microseconds(work.vacuum), "code in the table"],
      [`rebuilding \`${indexOfCodes(point.sizes.code_item).name}\``, microseconds(work.reindex), "code in the table"],
      ["`npm run backup`", ofRow(work.backup, fixed.backup), "row"],
      ["`npm run restore`", ofRow(work.restore, fixed.restore), "row"],
    ],
  );
}

function storageTable(measured: Measured): string {
  const storage = storageFor(measured, assumed.codes);
  const total = { heap: 0, indexes: 0 };
  for (const { heap, indexes } of storage) {
    total.heap += heap;
    total.indexes += indexes;
  }
  return table(
    ["table", "rows", "bytes per row", "of these in indexes", "in all", "of these in indexes"],
    [
      ...storage.map(({ table: name, rows, heap, indexes }) => [
        `\`${name}\``,
        grouped(rows),
        grouped((heap + indexes) / rows),
        grouped(indexes / rows),
        bytes(heap + indexes),
        bytes(indexes),
      ]),
      ["all", "", "", "", `**${bytes(total.heap + total.indexes)}**`, bytes(total.indexes)],
    ],
  );
}

function layoutTable(measured: Measured): string {
  const costs = layouts.map((layout) => costOf(measured, layout));
  const row = (what: string, of: (cost: LayoutCost) => string): readonly string[] => [what, ...costs.map(of)];
  return table(
    ["", ...layouts.map(({ name }) => name)],
    [
      row("codes on a node", ({ codes }) => grouped(codes)),
      row("storage of a node", ({ storage }) => bytes(storage)),
      row("index of codes on a node: the part that should be in memory", ({ indexOfNode }) => bytes(indexOfNode)),
      row("of it not in memory", ({ missing }) => `${Math.round(missing * 100)} %`),
      row("making all codes", ({ generate }) => time(generate)),
      row("or importing them", ({ import: imported }) => time(imported)),
      row("activating them", ({ activate }) => time(activate)),
      row("look-ups per second and node", ({ lookUps }) => grouped(Number(lookUps.toPrecision(2)))),
      row("all nodes", ({ lookUps, layout }) => grouped(Number((lookUps * layout.nodes).toPrecision(2)))),
      row("cores of server processes for these", ({ serverCores, layout }) => short(serverCores * layout.nodes)),
      row("longest single vacuum of codes", ({ vacuum }) => time(vacuum)),
      row("longest single rebuild of the index of codes", ({ reindex }) => time(reindex)),
      row("`npm run backup` of everything, one stream", ({ backup }) => time(backup)),
      row("`npm run restore` of everything, one stream", ({ restore }) => time(restore)),
    ],
  );
}

const error = ({ predicted, measured }: Prediction): string => {
  const percent = Math.round((predicted / measured - 1) * 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
};

function predictionTable(measured: Measured): string {
  const [first, second] = measured.points;
  return table(
    ["", `measured at ${grouped(first.codes)}`, `computed for ${grouped(second.codes)}`, "measured there", "error"],
    predictions(measured).map((one) => [
      one.what.replace(/^[a-z_]+(?=,)/, "`$&`"),
      `${short(one.first)} ${one.unit}`,
      `${short(one.predicted)} ${one.unit}`,
      `${short(one.measured)} ${one.unit}`,
      error(one),
    ]),
  );
}

function partitionTable({ partitioned }: Measured): string {
  const { rows, insert, lookUp, uniqueIndex, partitions } = partitioned;
  const ratio = (both: { readonly plain: number; readonly partitioned: number }): string =>
    `${(both.partitioned / both.plain).toFixed(2)} ×`;
  return table(
    [`${grouped(rows)} rows of ${partitioned.tenants} tenants`, "one table", `${partitions} partitions`, "ratio"],
    [
      ["insert of a row, PostgreSQL", `${short(insert.plain)} µs`, `${short(insert.partitioned)} µs`, ratio(insert)],
      [
        "look-up by tenant and code, planned once, PostgreSQL",
        `${short(lookUp.plain)} µs`,
        `${short(lookUp.partitioned)} µs`,
        ratio(lookUp),
      ],
      ["index of codes, the largest", bytes(uniqueIndex.plain), bytes(uniqueIndex.partitioned), ratio(uniqueIndex)],
    ],
  );
}

/** What the document says of the simulation. */
export function simulation(measured: Measured): string {
  const { date, machine, postgres } = measured;
  const { cores, memory, forPages, readSeconds, inPackage, oneOf, times } = assumed;
  return `${begin}

Measured on ${date} with PostgreSQL ${postgres} on ${machine}, which others used at the same time; seconds of processors, since elapsed time says nothing there:

${measuredTable(measured)}

Every code is packed, ${inPackage} to a package; consumers look up one of ${oneOf}, ${times} times. So 10 billion codes take

${storageTable(measured)}

and in these layouts, on nodes with ${cores} cores as fast as those, ${bytes(memory)} of memory, ${Math.round(forPages * 100)} % of it for pages, and disks that read a page in ${readSeconds * 1e6} µs (all of this is assumed):

${layoutTable(measured)}

The index of codes is in memory as a whole from ${nodesForIndex(measured)} nodes on. How well the second point agrees with what the first one says of it, in seconds of the server and PostgreSQL together:

${predictionTable(measured)}

Partitions of \`code_item\` by tenant, beside the table without:

${partitionTable(measured)}

${end}`;
}

/** The document with what the simulation says now. */
export function withSimulation(document: string, measured: Measured): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to === -1) throw new Error(`docs/scale.md has no place for the simulation: ${begin} … ${end}`);
  return `${document.slice(0, from)}${simulation(measured)}${document.slice(to + end.length)}`;
}
