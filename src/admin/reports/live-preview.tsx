// The figures of a design as they are while it is edited, and templates to begin with.
import { Button } from "antd";
import { useMemo, type ReactNode, type Ref } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import type { OfferedField, ReportDefinition } from "../../schema/report.ts";
import { templatesOf } from "../../schema/report-templates.ts";
import { isBare, runnable } from "./design.ts";
import { ReportView } from "./report-view.tsx";
import { templateName } from "./template-list.tsx";
import { useTrial } from "./use-report.ts";

interface LivePreviewProps {
  readonly ref: Ref<HTMLElement>;
  readonly definition: ReportDefinition;
  /** The design as it was a moment ago: not each change is run. */
  readonly settled: ReportDefinition | undefined;
  readonly offered: readonly OfferedField[] | undefined;
  readonly onTemplate: (definition: ReportDefinition) => void;
}

export function LivePreview({ ref, definition, settled, offered, onTemplate }: LivePreviewProps): ReactNode {
  const { t } = useTranslation();
  const wanted = useMemo(() => (settled === undefined ? undefined : runnable(settled)), [settled]);
  const trial = useTrial(wanted);
  const templates = useMemo(
    () =>
      isBare(definition)
        ? templatesOf(definition.resource, offered ?? []).map((template) => ({ name: templateName(t, template), made: template.made }))
        : [],
    [definition, offered, t],
  );
  const sentences = trial.failure === undefined ? [] : [trial.failure.message, ...trial.failure.issues.map(({ message }) => message)];
  return (
    <section
      ref={ref}
      tabIndex={-1}
      className={`tm-designer-live${trial.isBusy ? " is-busy" : ""}`}
      aria-label={t("reports.preview")}
      aria-busy={trial.isBusy}
    >
      {sentences.length > 0 ? (
        <p className="tm-designer-error" role="alert">
          {[...new Set(sentences)].join("；")}
        </p>
      ) : (
        <>
          {templates.length > 0 && (
            <p className="tm-designer-templates">
              <span>{t("reports.templates")}</span>
              {templates.map(({ name, made }) => (
                <Button key={name} size="small" onClick={() => onTemplate({ ...definition, ...made })}>
                  {name}
                </Button>
              ))}
            </p>
          )}
          {trial.value !== undefined && <ReportView answer={trial.value} startsAsChart />}
        </>
      )}
    </section>
  );
}
