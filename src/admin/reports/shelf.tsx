// A shelf of the designer: the fields that a report groups, totals or filters by, each with its settings; fields are dropped here.
import { Input, Select } from "antd";
import { use, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { aggregates as allAggregates, dateParts, relativeTimes, reportOperators, type Aggregate, type OfferedField, type ReportDefinition, type ReportFilter, type ReportGroup, type ReportTotal } from "../../schema/report.ts"; // prettier-ignore
import type { ScreenField } from "../../schema/screen.ts";
import { SearchField } from "../forms/index.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { loadList } from "../data/screen-models/load.ts";
import { change, itemsOn, move, take, type Shelf } from "./design.ts";

interface FilterValueProps {
  readonly field: OfferedField;
  readonly filter: ReportFilter;
  readonly onChange: (value: string) => void;
}

/** The input of the list's own search, where the field has one. */
function FilterValue({ field, filter, onChange }: FilterValueProps): ReactNode {
  const { t } = useTranslation();
  const screen = use(loadList(field.resource));
  const { operator, value = "" } = filter;
  const label = t("reports.valueOf", { name: field.label });
  const matching = screen?.fields.find(({ name }) => name === field.name);
  const shown = useMemo((): ScreenField | undefined => {
    if (
      matching === undefined ||
      !(matching.options !== undefined || matching.reference !== undefined || matching.dictionary !== undefined)
    )
      return undefined;
    return { ...matching, search: operator === "in" ? "in" : "equal" };
  }, [matching, operator]);
  if (operator === "null" || operator === "notnull") return null;
  if (operator === "during")
    return (
      <Select
        size="small"
        aria-label={label}
        value={value}
        onChange={onChange}
        options={relativeTimes.map((time) => ({ value: time, label: t(`reports.time.${time}`) }))}
        popupMatchSelectWidth={false}
      />
    );
  if (shown !== undefined && operator !== "like")
    return (
      <span className="tm-shelf-input">
        <SearchField
          id={`filter-${field.path}`}
          field={shown}
          ariaLabel={label}
          value={operator === "in" ? (value === "" ? undefined : value.split(",")) : value || undefined}
          onChange={(next) => onChange(next === undefined ? "" : typeof next === "string" ? next : next.join(","))}
        />
      </span>
    );
  const isDay = field.type === "time";
  return (
    <Input
      size="small"
      aria-label={label}
      defaultValue={value}
      type={isDay ? "date" : "text"}
      maxLength={500}
      onBlur={({ target }) => onChange(target.value.trim())}
      onPressEnter={({ currentTarget }) => onChange(currentTarget.value.trim())}
    />
  );
}

interface ShelfProps {
  readonly shelf: Shelf;
  readonly definition: ReportDefinition;
  readonly fields: ReadonlyMap<string, OfferedField>;
  readonly onChange: (definition: ReportDefinition) => void;
  readonly onDrop: (path: string) => void;
}

export function ShelfBox({ shelf, definition, fields, onChange, onDrop }: ShelfProps): ReactNode {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const items = itemsOn(definition, shelf);
  const title = t(`reports.shelf.${shelf}`);
  return (
    <section
      className={`tm-shelf${isOver ? " is-over" : ""}`}
      aria-label={title}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onDrop(event.dataTransfer.getData("text/plain"));
      }}
    >
      <h2>{title}</h2>
      {items.length === 0 && <p className="tm-soft">{t("reports.drop")}</p>}
      <ul>
        {items.map((entry, index) => {
          const path = typeof entry === "string" ? entry : (entry.field ?? "");
          const field = fields.get(path);
          const name = field?.label ?? (path === "" ? t("reports.count") : path);
          const set = (patch: Parameters<typeof change>[3]) => onChange(change(definition, shelf, index, patch));
          return (
            <li key={`${index} ${path}`}>
              <span>{name}</span>
              {(shelf === "rows" || shelf === "across") && field?.type === "time" && typeof entry === "object" && (
                <Select
                  size="small"
                  aria-label={t("reports.partOf", { name })}
                  value={(entry as ReportGroup).part ?? "day"}
                  onChange={(part) => set({ part })}
                  options={dateParts.map((part) => ({ value: part, label: t(`reports.part.${part}`) }))}
                />
              )}
              {shelf === "totals" && field !== undefined && typeof entry === "object" && (
                <Select<Aggregate>
                  size="small"
                  aria-label={t("reports.aggregateOf", { name })}
                  value={(entry as ReportTotal).of}
                  onChange={(of) => set({ of })}
                  options={allAggregates
                    .filter(
                      (of) =>
                        field.aggregates.includes(of) ||
                        ((entry as ReportTotal).since !== undefined && of !== "count" && of !== "distinct"),
                    )
                    .map((of) => ({ value: of, label: t(`reports.aggregate.${of}`) }))}
                />
              )}
              {shelf === "totals" && field?.type === "time" && typeof entry === "object" && (
                <Select
                  size="small"
                  aria-label={t("reports.sinceOf", { name })}
                  value={(entry as ReportTotal).since ?? ""}
                  onChange={(since) => {
                    const { since: _since, ...rest } = entry as ReportTotal;
                    const totals = definition.totals.map((one, at) => (at === index ? (since === "" ? { ...rest, of: "max" as const } : { ...rest, since, of: "avg" as const }) : one)); // prettier-ignore
                    onChange({ ...definition, totals });
                  }}
                  options={[
                    { value: "", label: t("reports.sinceNone") },
                    ...[...fields.values()]
                      .filter((one) => one.type === "time" && one.path !== path && one.of === undefined)
                      .map((one) => ({ value: one.path, label: t("reports.since", { name: one.label }) })),
                  ]}
                  popupMatchSelectWidth={false}
                />
              )}
              {shelf === "filters" && field !== undefined && typeof entry === "object" && (
                <>
                  <Select
                    size="small"
                    aria-label={t("reports.operatorOf", { name })}
                    value={(entry as ReportFilter).operator}
                    onChange={(operator) => set({ operator, value: operator === "during" ? "last30Days" : "" })}
                    options={reportOperators
                      .filter((operator) =>
                        operator === "during" ? field.type === "time" : operator === "like" ? field.type === "text" : true,
                      )
                      .map((operator) => ({ value: operator, label: t(`reports.operator.${operator}`) }))}
                    popupMatchSelectWidth={false}
                  />
                  <FilterValue
                    key={(entry as ReportFilter).operator}
                    field={field}
                    filter={entry as ReportFilter}
                    onChange={(value) => set({ value })}
                  />
                </>
              )}
              {index > 0 && (
                <button
                  type="button"
                  className="tm-icon-button"
                  aria-label={t("reports.forward", { name })}
                  onClick={() => onChange(move(definition, shelf, index, -1))}
                >
                  ↑
                </button>
              )}
              {index < items.length - 1 && (
                <button
                  type="button"
                  className="tm-icon-button"
                  aria-label={t("reports.back", { name })}
                  onClick={() => onChange(move(definition, shelf, index, 1))}
                >
                  ↓
                </button>
              )}
              <button
                type="button"
                className="tm-icon-button"
                aria-label={t("reports.remove", { name })}
                onClick={() => onChange(take(definition, shelf, index))}
              >
                <Icon name="close" size={10} />
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
