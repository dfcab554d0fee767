// Lines or bars over days, rendered by uPlot. Loaded lazily, because few pages have charts.
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import { dashOf, layersOf, widthOf } from "./series.ts";
import "uplot/dist/uPlot.min.css";

export interface ChartSeries {
  /** Name of the page's colour (ui/theme/page.css). */
  readonly colour: string;
  readonly values: readonly number[];
}

export interface ChartProps {
  readonly shape: "lines" | "bars";
  /** Below the chart, one for each value. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly axisNumber: (value: number) => string;
  /** Called with the value under the pointer; undefined: none. */
  readonly onPoint: (index: number | undefined) => void;
}

const height = 220;

/** The colour where the chart stands: the theme can change while it is shown. */
function colourAt(place: Element, name: string): string {
  return getComputedStyle(place).getPropertyValue(name).trim();
}

/** As much of a label as there is room for, px: Chinese is as wide as the font is high, other letters about half of that. */
function shortened(label: string, room: number): string {
  let width = 0;
  for (const [index, letter] of [...label].entries()) {
    width += letter > "\u2e80" ? 12 : 7;
    if (width > room) return `${[...label].slice(0, Math.max(1, index - 1)).join("")}…`;
  }
  return label;
}

/** Steps between whole numbers; parts of a scan are no scans. */
const steps = Array.from({ length: 13 }, (_step, power) => [1, 2, 5].map((factor) => factor * 10 ** power)).flat();

/** An axis of single scans and codes has one step at least. */
const minValue = 1;

/** Between the marks of the axis, px: of nine scans each second one is marked. */
const betweenMarks = 28;

/** Every so many places, today always among them. */
export function indicesFromEnd(length: number, step: number): number[] {
  return Array.from({ length: Math.ceil(length / step) }, (_place, index) => length - 1 - index * step).reverse();
}

function optionsOf({ shape, labels, series, axisNumber, onPoint }: ChartProps, place: HTMLElement, font: string): uPlot.Options {
  const colour = (name: string): string => colourAt(place, name);
  const axis: uPlot.Axis = {
    font,
    stroke: () => colour("--tm-text-faint"),
    ticks: { show: false },
    grid: { stroke: () => colour("--tm-line"), width: 1 },
  };
  const layers = layersOf(series);
  const dashes = layers.map(dashOf);
  const bars = shape === "bars" ? uPlot.paths.bars?.({ size: [0.56, 36], radius: 0.2 }) : undefined;
  return {
    width: place.clientWidth,
    height,
    // Half of the last day's label stands behind the last point.
    padding: [10, 18, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: shape === "lines" } },
    scales: {
      x: { time: false, range: () => [-0.5, labels.length - 0.5] },
      y: { range: (_chart, min, max) => [Math.min(0, min * 1.08), Math.max(minValue, max * 1.08)] },
    },
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        space: 48,
        incrs: [1, 2, 4, 7],
        // uPlot hands over the chart, the axis, its least and greatest value, and then the step.
        splits: (...given) => indicesFromEnd(labels.length, given[4]),
        values: (...[, places, , room]) => places.map((at) => shortened(labels[at] ?? "", room - 8)),
      },
      { ...axis, size: 56, space: betweenMarks, incrs: steps, values: (_chart, places) => places.map(axisNumber) },
    ],
    series: [
      {},
      ...series.map((one, index) => ({
        stroke: () => colour(one.colour),
        width: shape === "bars" || layers[index] === undefined ? 0 : widthOf(layers[index]),
        ...(shape === "lines" && dashes[index] !== undefined ? { dash: [...dashes[index]] } : {}),
        // One value alone makes no line.
        points: { show: shape === "lines" && labels.length === 1 },
        ...(bars === undefined ? {} : { paths: bars, fill: () => colour(one.colour) }),
      })),
    ],
    hooks: { setCursor: [(chart) => onPoint(chart.cursor.idx ?? undefined)] },
  };
}

/** Default export, because it is loaded lazily. Decoration: the table next to it has the same data as text. */
export default function Chart(props: ChartProps) {
  const { shape, labels, series, axisNumber, onPoint } = props;
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = container.current;
    if (element === null) return undefined;
    const data: uPlot.AlignedData = [labels.map((_label, index) => index), ...series.map((one) => [...one.values])];
    const font = `12px ${getComputedStyle(document.body).fontFamily}`;
    const chart = new uPlot(optionsOf({ shape, labels, series, axisNumber, onPoint }, element, font), data, element);
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== chart.width) chart.setSize({ width: element.clientWidth, height });
    });
    sizes.observe(element);
    // A theme is attributes of the root element.
    const themes = new MutationObserver(() => chart.redraw(false, true));
    themes.observe(document.documentElement, { attributes: true });
    return () => {
      sizes.disconnect();
      themes.disconnect();
      chart.destroy();
    };
  }, [shape, labels, series, axisNumber, onPoint]);
  return <div ref={container} className="tm-chart" aria-hidden="true" />;
}
