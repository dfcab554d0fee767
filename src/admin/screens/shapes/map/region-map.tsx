// The rows of a list on a map: each province as dark as it has many of them, with a list of the same numbers. The rows of a chosen province
// are below it as cards.
import { use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";
import { mapChart } from "../../../../schema/map-chart.ts";
import { textOf, type Row } from "../../../api/wire-data.ts";
import { useRead } from "../../../data/queries/reads.ts";
import { addTexts } from "../../../i18n/index.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { wholeNumber } from "../../../ui/charts/number-format.ts";
import ProvinceMap from "../../../ui/charts/province-map.tsx";
import { ReadFailure } from "../../../ui/states/read-failure.tsx";
import { chartsIn, chartsRequest, chartsTimeLimit } from "../../list/charts-read.ts";
import { useRowEvents } from "../../table/row-events.ts";
import { cardSteps } from "../card-steps.ts";
import { PartCards } from "../part-cards.tsx";
import type { ShapeProps } from "../shape-props.ts";
import { useShapeRows } from "../use-shape-rows.ts";
import "./region-map.css";

const texts = addTexts("shapes");
const provinceCode = /^\d{2}$/;

interface ProvinceRowsProps extends ShapeProps {
  readonly code: string;
  readonly name: string;
  readonly onRows: (rows: readonly Row[]) => void;
}

function ProvinceRows({ code, name, ...props }: ProvinceRowsProps): ReactNode {
  const { screen, request, revision } = props;
  const [step, setStep] = useState(0);
  // Codes of divisions begin with that of their province; the filter of the list has another ending.
  const parameters = useMemo(() => ({ [`${screen.shapes?.map?.by ?? ""}_likeright`]: code }), [screen, code]);
  const part = useShapeRows({ resource: screen.name, request, parameters, size: cardSteps[step] ?? cardSteps[0], revision });
  return <PartCards {...props} name={name} part={part} step={step} onStep={setStep} />;
}

/** Default export, because it is loaded lazily. */
export default function RegionMap(props: ShapeProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { label, screen, urlState, language, request: requested, revision, total, isEmpty, empty, rows: pool, onRow } = props;
  const ref = useRef<HTMLDivElement>(null);
  useRowEvents(ref, (event) => {
    // What belongs to a chosen row has no place beside a map: the row is opened.
    if (event.act !== "row") onRow(event);
  });
  const { pathname, search } = useLocation();
  const request = useMemo(() => chartsRequest(screen, requested), [screen, requested]);
  const { value, failure, refetch, isBusy } = useRead(request, chartsIn, { keepsPrevious: true, timeLimit: chartsTimeLimit });
  const readAt = useRef(revision);
  useEffect(() => {
    if (revision === readAt.current) return;
    readAt.current = revision;
    refetch();
  }, [revision, refetch]);
  const onRows = useCallback(
    (shown: readonly Row[]) => {
      pool.current = shown;
    },
    [pool],
  );
  const { at } = urlState.shown;
  const chosen = at !== undefined && provinceCode.test(at) ? at : undefined;
  const addressOf = (code: string): string => {
    const next = new URLSearchParams(search);
    next.set("shape", "map");
    if (code === chosen) next.delete("at");
    else next.set("at", code);
    return `${pathname}?${next}`;
  };
  const groups = value?.get(mapChart) ?? [];
  const places = groups.map(({ key, name, values }) => ({ code: key, name, value: Number(textOf(values[0])), to: addressOf(key) }));
  const placed = places.reduce((sum, place) => sum + place.value, 0);
  const unplaced = value === undefined || total === undefined ? 0 : total - placed;
  const name = places.find(({ code }) => code === chosen)?.name ?? chosen ?? "";
  if (isEmpty) return <div className="tm-table">{empty}</div>;
  return (
    <div ref={ref} className="tm-table tm-region-map" role="group" aria-label={label} aria-busy={isBusy}>
      {isBusy && <span className="tm-busy-line" aria-hidden="true" />}
      {failure !== undefined && !failure.silent && (
        <ReadFailure message={t("shapes.failed", { message: failure.message })} onRetry={refetch} />
      )}
      {value !== undefined && !value.has(mapChart) && <p className="tm-soft">{t("shapes.noPlaces")}</p>}
      {failure === undefined && value?.has(mapChart) === true && (
        <div className="tm-region-map-parts">
          <ProvinceMap rows={places} measure={t("shapes.count")} language={language} />
          <div>
            {places.length === 0 ? (
              <p className="tm-soft">{t("shapes.none")}</p>
            ) : (
              <ul aria-label={t("shapes.provinces")}>
                {places.map((place) => (
                  <li key={place.code}>
                    <Link to={place.to} replace aria-current={place.code === chosen ? true : undefined}>
                      <span>{place.name}</span>
                      <b>{wholeNumber(place.value, language)}</b>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            {unplaced > 0 && <p className="tm-soft">{t("shapes.unplaced", { count: unplaced })}</p>}
          </div>
        </div>
      )}
      {chosen !== undefined && <ProvinceRows {...props} key={chosen} code={chosen} name={name} onRows={onRows} />}
    </div>
  );
}
