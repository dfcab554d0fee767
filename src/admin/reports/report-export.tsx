// The button that exports a report, and its panel: the same as above lists, with the rows of the report in the shape that is shown.
import { Button } from "antd";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { beginExport } from "../screens/export/export-runs.ts";
import type { TableShape } from "./report-view.tsx";
import { reportFilePath } from "./use-report.ts";

const ExportBox = lazy(async () => ({ default: (await import("../screens/export/export-box.tsx")).ExportBox }));

interface ReportExportProps {
  readonly id: string;
  readonly name: string;
  readonly shape: TableShape;
}

export function ReportExport({ id, name, shape }: ReportExportProps): ReactNode {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement>();
  const of = `report-${id}`;
  return (
    <>
      <Button icon={<Icon name="export" />} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {t("reports.export")}
      </Button>
      {anchor !== undefined && (
        <Suspense>
          <ExportBox
            anchor={anchor}
            of={of}
            name={name}
            onBegin={(format) =>
              void beginExport(of, { path: reportFilePath, query: { id, view: shape, format }, file: `${name}.${format}` })
            }
            onClose={() => setAnchor(undefined)}
          >
            <p className="tm-soft">{t("reports.exported")}</p>
          </ExportBox>
        </Suspense>
      )}
    </>
  );
}
