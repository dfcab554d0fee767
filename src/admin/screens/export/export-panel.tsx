// The panel behind the export button of a list: which file, which rows, and how far it is.
import { Button } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { groupDigits } from "../../../fields/digits.ts";
import { isUnfinished, jobState, type JobView } from "../../../fields/job-view.ts";
import { Progress } from "../../../fields/job-progress.tsx";
import type { ScreenField } from "../../../schema/screen.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useNotices } from "../../hooks/use-notices.ts";
import { useJob } from "../../jobs/watched-jobs.ts";
import { Pop } from "../../parts/pop.tsx";
import { listRequest, type AskedRows } from "../../providers/data.ts";
import { useWrite } from "../../queries/writes.ts";
import { listName } from "../../screen-models/list-name.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { beginExport, forgetExport, saveExported, useExportRuns, type ExportRun } from "./export-runs.ts";
import "./export-panel.css";

const texts = addTexts("export");

interface ExportPanelProps {
  readonly anchor: HTMLElement;
  readonly screen: ListViewModel;
  /** What the list asked for. */
  readonly asked: AskedRows;
  readonly total: number;
  readonly isEstimated: boolean;
  /** The columns of the list as it is now. */
  readonly columns: readonly ScreenField[];
  /** Keys of the selected rows. */
  readonly selected: readonly string[];
  readonly onClose: () => void;
}

const formats = ["xlsx", "csv"] as const;

/** The address that exports what a list shows. A list of a read that has no export of its own is a part of the common one. */
function exportCall(screen: ListViewModel, asked: AskedRows) {
  const { call, parameters } = listRequest(screen, { ...asked, pagination: {} });
  const { current: _current, size: _size, ...query } = parameters;
  const read = screen.reads.find(({ name }) => name === screen.listRead);
  const isOwn = call.path === read?.path || screen.calls.some((name) => call.path === `${screen.path}/${name}`);
  return { path: `${isOwn ? call.path : `${screen.path}/list`}/export`, query };
}

function JobRun({ list, run }: { readonly list: string; readonly run: ExportRun }): ReactNode {
  const { t } = useTranslation();
  const [begun] = useState<JobView>({
    job: run.job ?? "",
    state: jobState.waiting,
    done: undefined,
    total: undefined,
    note: undefined,
    error: undefined,
  });
  const view = useJob(begun);
  const write = useWrite();
  const notices = useNotices();
  return (
    <>
      <p className="tm-soft">{isUnfinished(view) ? t("export.job") : t("export.kept")}</p>
      <Progress view={begun} language={pageLanguage()} isWhole />
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

export function ExportPanel({ anchor, screen, asked, total, isEstimated, columns, selected, onClose }: ExportPanelProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const language = pageLanguage();
  const runs = useExportRuns(screen.name);
  const [onlySelected, setOnlySelected] = useState(selected.length > 0);
  const name = listName(screen, language);
  // A tree that is loaded level by level has not counted its rows.
  const isWhole = screen.kind === "lazy-tree" && asked.filters === undefined;
  const begin = (format: (typeof formats)[number]) => {
    const { path, query } = exportCall(screen, asked);
    const rows = onlySelected && selected.length > 0 ? { [`${screen.key}_in`]: selected } : {};
    void beginExport(screen.name, {
      path,
      query: { ...query, ...rows, format, columns: columns.map((field) => field.name) },
      file: `${name}.${format}`,
    });
  };
  return (
    <Pop anchor={anchor} role="dialog" label={t("export.title", { name })} onClose={onClose}>
      <div className="tm-export">
        <h3>{t("export.title", { name })}</h3>
        <p className="tm-soft">
          {isWhole ? t("export.whole") : t(isEstimated ? "export.some" : "export.all", { total: groupDigits(String(total)) })}
        </p>
        {selected.length > 0 && (
          <label>
            <input type="checkbox" checked={onlySelected} onChange={(event) => setOnlySelected(event.currentTarget.checked)} />
            {t("export.selected", { count: selected.length })}
          </label>
        )}
        <p className="tm-export-buttons">
          {formats.map((format) => (
            <Button
              key={format}
              type={format === "xlsx" ? "primary" : "default"}
              disabled={runs.some(({ state }) => state === "running")}
              onClick={() => begin(format)}
            >
              {t(`export.${format}`)}
            </Button>
          ))}
        </p>
        {runs.length > 0 && (
          <ul aria-live="polite">
            {runs.map((run) => (
              <Run key={run.id} list={screen.name} run={run} />
            ))}
          </ul>
        )}
      </div>
    </Pop>
  );
}
