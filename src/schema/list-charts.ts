// Charts above a list (`charts` of a definition): which list they summarize, and what the server answers of each.
import { choicesOf } from "./kinds.ts";
import { isDivision, mappedField } from "./list-shapes.ts";
import { mapChart } from "./map-chart.ts";
import type { FieldModel, ReadModel, ResourceModel } from "./model.ts";
import type { ListChartData } from "./resource-data.ts";

/** How the groups of a chart are shown. */
export const chartShapes = ["lines", "bars", "map", "ranking"] as const;
export type ChartShape = (typeof chartShapes)[number];

/** Series of one chart: as many as there are colours that people tell apart. */
export const maxMeasures = 3;

/** A group of the rows of a list. */
export interface ChartGroup {
  /** The value that its rows have in common; days and months are "yyyy-MM-dd" and "yyyy-MM". */
  readonly key: string;
  /** The value in words. */
  readonly name: string;
  /** The number of rows, or the sums of the definition in their order, exact as text. */
  readonly values: readonly string[];
}

/** The groups of each chart by its name. A chart of fields that the caller cannot read is absent. */
export type ChartsAnswer = Readonly<Record<string, readonly ChartGroup[]>>;

/** A list with charts, which are at its own address with /charts behind it. */
interface ChartedList {
  /** The name of the call: `charts`, or that of the read with `-charts` behind it. */
  readonly name: string;
  /** Below /api. */
  readonly path: string;
  /** The read that answers the list; undefined for that of the common calls. */
  readonly read: ReadModel | undefined;
}

/** The list that fills the screen of a resource; undefined where nothing lists its rows. */
export function summarizedListOf({ calls, path, reads, data: { listRead } }: ResourceModel): ChartedList | undefined {
  const filling = reads.find(({ name, method, shape }) => name === listRead && method === "GET" && (shape === "page" || shape === "rows"));
  if (filling !== undefined) return { name: `${filling.name}-charts`, path: `${filling.path}/charts`, read: filling };
  const common = calls.has("list") ? "list" : calls.has("page") ? "page" : undefined;
  return common === undefined ? undefined : { name: "charts", path: `${path}/${common}/charts`, read: undefined };
}

/** What the database works out of a list: the charts above it, and the provinces of its map. */
export function chartsOf(resource: ResourceModel): Readonly<Record<string, ListChartData>> {
  const placed = mappedField(resource);
  return {
    ...resource.data.charts,
    ...(placed === undefined ? {} : { [mapChart]: { label: placed.label, by: placed.name, as: "map" as const } }),
  };
}

/** The list of a resource of which there are charts. */
export function chartedListOf(resource: ResourceModel): ChartedList | undefined {
  return Object.keys(chartsOf(resource)).length === 0 ? undefined : summarizedListOf(resource);
}

/** Whether rows can be grouped by a field: it has one value, and people tell its values apart. */
export function canGroupBy(field: FieldModel, shape: ChartShape): boolean {
  const { traits, reference, data } = field;
  if (!field.stored || traits.isSecret || traits.holdsRows || traits.files !== undefined || data.multiple === true) return false;
  // Codes of divisions begin with that of their province.
  if (shape === "map") return isDivision(field);
  if (reference !== undefined) return !reference.several;
  return (
    traits.temporal === "day" ||
    traits.temporal === "moment" ||
    choicesOf(field) !== undefined ||
    traits.cell === "text" ||
    field.labelKey !== undefined
  );
}

/** Digits behind the point of a number. */
export function decimalsOf({ data, traits }: FieldModel): number {
  const own = "scale" in data && typeof data.scale === "number" ? data.scale : traits.scale;
  return traits.number === "decimal" ? (own ?? 0) : 0;
}
