// What every export shows: which file, and how far it is.
import { Button } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isUnfinished, jobState, type JobView } from "../../../fields/job-view.ts";
import { Progress } from "../../../fields/job-progress.tsx";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { useJob } from "../../data/jobs/watched-jobs.ts";
import { Pop } from "../../ui/panels/pop.tsx";
import { useWrite } from "../../data/queries/writes.ts";
import { forgetExport, saveExported, useExportRuns, type ExportRun } from "./export-runs.ts";
import "./export-panel.css";

const texts = addTexts("export");

const formats = ["xlsx", "csv"] as const;
export type FileFormat = (typeof formats)[number];

function JobRun({ list, run }: { readonly list: string; readonly run: ExportRun }): ReactNode {
  const { t } = useTranslation();
  const [started] = useState<JobView>({
    job: run.job ?? "",
    state: jobState.waiting,
    done: undefined,
    total: undefined,
    note: undefined,
    error: undefined,
  });
  const view = useJob(started);
  const write = useWrite();
  const notices = useNotices();
  return (
    <>
      <p className="tm-soft">{isUnfinished(view) ? t("export.job") : t("export.kept")}</p>
      <Progress view={started} language={pageLanguage()} isWhole />
      <p className="tm-export-buttons">
        {view.state === jobState.succeeded && (
          <Button size="small" type="primary" onClick={() => void saveExported(list, run)}>
            {t("export.download")}
          </Button>
        )}
        {isUnfinished(view) ? (
          <Button
            size="small"
            onClick={() => {
              forgetExport(list, run.id);
              write({ path: `/blade-job/job/give-up/${run.job ?? ""}`, resource: "job" }).catch(notices.failed);
            }}
          >
            {t("export.giveUp")}
          </Button>
        ) : (
          <Button size="small" onClick={() => forgetExport(list, run.id)}>
            {t("export.forget")}
          </Button>
        )}
      </p>
    </>
  );
}

function Run({ list, run }: { readonly list: string; readonly run: ExportRun }): ReactNode {
  const { t } = useTranslation();
  return (
    <li>
      <strong>{run.file}</strong>
      {run.state === "running" && <p className="tm-soft">{t("export.running", { file: run.file })}</p>}
      {run.state === "saved" && <p className="tm-soft">{t("export.saved")}</p>}
      {run.state === "job" && <JobRun list={list} run={run} />}
      {run.message !== undefined && (
        <p role="alert" className="tm-export-failed">
          {run.message}
        </p>
      )}
    </li>
  );
}

interface ExportBoxProps {
  readonly anchor: HTMLElement;
  /** What is exported: exports under way are kept by it. */
  readonly of: string;
  /** Its name for people. */
  readonly name: string;
  /** What will be in the file. */
  readonly children: ReactNode;
  readonly onBegin: (format: FileFormat) => void;
  readonly onClose: () => void;
}

/** The panel behind a button that exports. */
export function ExportBox({ anchor, of, name, children, onBegin, onClose }: ExportBoxProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const runs = useExportRuns(of);
  return (
    <Pop anchor={anchor} role="dialog" label={t("export.title", { name })} onClose={onClose}>
      <div className="tm-export">
        <h3>{t("export.title", { name })}</h3>
        {children}
        <p className="tm-export-buttons">
          {formats.map((format) => (
            <Button
              key={format}
              type={format === "xlsx" ? "primary" : "default"}
              disabled={runs.some(({ state }) => state === "running")}
              onClick={() => onBegin(format)}
            >
              {t(`export.${format}`)}
            </Button>
          ))}
        </p>
        {runs.length > 0 && (
          <ul aria-live="polite">
            {runs.map((run) => (
              <Run key={run.id} list={of} run={run} />
            ))}
          </ul>
        )}
      </div>
    </Pop>
  );
}
