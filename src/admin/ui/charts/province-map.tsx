// A map of provinces, each as dark as its figure is large. The table beside it has the same as text, and its links for the keyboard.
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import type { Language } from "../../../schema/text.ts";
import map from "./provinces.json" with { type: "json" };
import { wholeNumber } from "./number-format.ts";
import "./charts.css";

export interface MapRow {
  /** Code of a division; its first two digits name the province. */
  readonly code: string;
  readonly name: string;
  readonly value: number;
  /** Where the province leads; undefined: nowhere. */
  readonly to: string | undefined;
}

interface ProvinceMapProps {
  readonly rows: readonly MapRow[];
  /** What the figures are. */
  readonly measure: string;
  readonly language: Language;
}

const shades = [1, 2, 3, 4] as const;
const dotRadius = 5;

/** The least value of each shade: equal parts of the way to the largest, whole numbers, each larger than the one before. */
export function shadesOf(largest: number): readonly number[] {
  const steps = Math.min(shades.length, largest);
  return Array.from({ length: steps }, (_step, index) => Math.floor((largest * index) / steps) + 1);
}

/** Default export, because it is loaded lazily. */
export default function ProvinceMap({ rows, measure, language }: ProvinceMapProps): ReactNode {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<string>();
  const byProvince = useMemo(() => new Map(rows.map((row) => [row.code.slice(0, 2), row])), [rows]);
  const largest = Math.max(0, ...rows.map(({ value }) => value));
  const limits = useMemo(() => shadesOf(largest), [largest]);
  // Few shades are the darkest ones' lighter neighbours: one value alone is the darkest.
  const shadeOf = (value: number) => limits.filter((limit) => value >= limit).length + (value > 0 ? shades.length - limits.length : 0);
  const shown = pointed === undefined ? undefined : byProvince.get(pointed);
  const [largestRow] = rows;
  const described = shown ?? largestRow;
  return (
    <div className="tm-map">
      <p className="tm-chart-words" aria-hidden="true">
        {described !== undefined && (
          <span>
            {described.name} · {measure} <b>{wholeNumber(described.value, language)}</b>
          </span>
        )}
      </p>
      <svg viewBox={`0 0 ${map.width} ${map.height}`} aria-hidden="true" focusable="false" onPointerLeave={() => setPointed(undefined)}>
        {map.provinces.map(({ code, path, dot }) => {
          const row = byProvince.get(code);
          const names = `tm-map-${shadeOf(row?.value ?? 0)}${pointed === code ? " tm-map-pointed" : ""}`;
          const shape = (
            <g onPointerEnter={() => setPointed(code)}>
              <path className={names} d={path} />
              {dot !== undefined && <circle className={names} cx={dot[0]} cy={dot[1]} r={dotRadius} />}
            </g>
          );
          // For pointers only: the table has the same links.
          return row?.to === undefined ? (
            <g key={code}>{shape}</g>
          ) : (
            <Link key={code} to={row.to} tabIndex={-1}>
              {shape}
            </Link>
          );
        })}
        <path className="tm-map-frame" d={map.inset} />
      </svg>
      <p className="tm-legend" aria-hidden="true">
        {limits.map((limit, index) => (
          <span key={limit}>
            <i className={`tm-map-${index + 1 + shades.length - limits.length}`} />
            {legend(limit, (limits[index + 1] ?? largest + 1) - 1, language)}
          </span>
        ))}
        {limits.length === 0 && <span>{t("charts.none")}</span>}
      </p>
    </div>
  );
}

function legend(from: number, to: number, language: Language): string {
  return from === to ? wholeNumber(from, language) : `${wholeNumber(from, language)}–${wholeNumber(to, language)}`;
}
