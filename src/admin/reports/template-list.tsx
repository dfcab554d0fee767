// Templates of all data, before any is chosen: one press chooses the data and draws the report.
import { Button, Input } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import type { TFunction } from "i18next";
import type { ReportDefinition } from "../../schema/report.ts";
import type { ReportTemplate } from "../../schema/report-templates.ts";
import type { OfferedResource } from "./use-report.ts";

/** Shown before anything is searched for. */
const maxFirst = 9;

export function templateName(t: TFunction, { words: [kind, by, of = ""] }: ReportTemplate): string {
  return t(`reports.template.${kind}`, { by, of });
}

interface TemplateListProps {
  readonly resources: readonly OfferedResource[];
  readonly onChoose: (definition: ReportDefinition) => void;
}

export function TemplateList({ resources, onChoose }: TemplateListProps): ReactNode {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const usable = useMemo(() => resources.filter(({ templates }) => templates.length > 0), [resources]);
  if (usable.length === 0) return null;
  const wanted = search.trim().toLowerCase();
  const isWanted = ({ label, area, templates }: OfferedResource) =>
    [label, area, ...templates.map((template) => templateName(t, template))].some((text) => text.toLowerCase().includes(wanted));
  const shown = wanted === "" ? usable.filter(({ isFound }) => isFound).slice(0, maxFirst) : usable.filter(isWanted);
  return (
    <section className="tm-designer-begin" aria-labelledby="report-templates">
      <header>
        <h2 id="report-templates">{t("reports.templatesOfAll")}</h2>
        <Input
          allowClear
          aria-label={t("reports.findTemplate")}
          placeholder={t("reports.findTemplate")}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </header>
      {shown.length === 0 && <p className="tm-soft">{t("reports.noTemplate")}</p>}
      <ul>
        {shown.map(({ name, label, area, templates }) => (
          <li key={name}>
            <h3>
              {label} <small className="tm-soft">{area}</small>
            </h3>
            {templates.map((template) => (
              <Button
                key={template.words.join()}
                aria-label={`${label} ${templateName(t, template)}`}
                onClick={() => onChoose(template.made)}
              >
                {templateName(t, template)}
              </Button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
