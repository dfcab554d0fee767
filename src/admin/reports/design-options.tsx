// What a design has besides its shelves: the order of the groups, how many there are, the chart.
import { Select } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { chartTypes, reportLimits, type ChartType, type OfferedField, type ReportDefinition } from "../../schema/report.ts";
import { WholeNumber } from "../inputs/whole-number.tsx";

interface DesignOptionsProps {
  readonly definition: ReportDefinition;
  readonly fields: ReadonlyMap<string, OfferedField>;
  readonly onChange: (definition: ReportDefinition) => void;
}

export function DesignOptions({ definition, fields, onChange }: DesignOptionsProps): ReactNode {
  const { t } = useTranslation();
  const nameOf = ({ of, field }: ReportDefinition["totals"][number]): string =>
    `${field === undefined ? "" : (fields.get(field)?.label ?? field)} ${t(`reports.aggregate.${of}`)}`.trim();
  return (
    <div className="tm-designer-more">
      <label htmlFor="report-sort">{t("reports.sort")}</label>
      <Select
        id="report-sort"
        style={{ minWidth: 140 }}
        value={definition.sort?.total ?? -1}
        onChange={(total) => onChange({ ...definition, sort: total < 0 ? {} : { total, descending: true } })}
        options={[
          { value: -1, label: t("reports.sortGroups") },
          ...definition.totals.map((total, index) => ({ value: index, label: nameOf(total) })),
        ]}
      />
      <Select
        aria-label={t("reports.direction")}
        value={definition.sort?.descending === true}
        onChange={(descending) => onChange({ ...definition, sort: { ...definition.sort, descending } })}
        options={[
          { value: false, label: t("reports.ascending") },
          { value: true, label: t("reports.descending") },
        ]}
      />
      <label htmlFor="report-limit">{t("reports.limit")}</label>
      <WholeNumber
        id="report-limit"
        isOptional
        min={1}
        max={reportLimits.groups}
        value={definition.limit}
        onChange={(limit) => {
          const { limit: _limit, ...rest } = definition;
          onChange(limit === undefined ? rest : { ...rest, limit });
        }}
      />
      <label htmlFor="report-chart">{t("reports.chartType")}</label>
      <Select<ChartType | "">
        id="report-chart"
        style={{ minWidth: 100 }}
        value={definition.chart?.type ?? ""}
        onChange={(type) => {
          const { chart, ...rest } = definition;
          onChange(type === "" ? rest : { ...rest, chart: { total: chart?.total ?? 0, type } });
        }}
        options={[
          { value: "", label: t("reports.chartNone") },
          ...chartTypes.map((type) => ({ value: type, label: t(`reports.chartTypes.${type}`) })),
        ]}
      />
    </div>
  );
}
