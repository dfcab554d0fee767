// The designer of reports as a page: /desk/report/design for a new one, /desk/report/design/{id} for one that is stored.
import { Skeleton } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link, useNavigate } from "react-router-dom";
import type { Screen } from "../../schema/screen.ts";
import { failureOf } from "../api/failure.ts";
import { isRecord, textOf } from "../api/wire-data.ts";
import { useNotices } from "../workspace/use-notices.ts";
import { addTexts, language } from "../i18n/index.ts";
import { FailureNote } from "../ui/states/list-notes.tsx";
import { useWrite } from "../data/queries/writes.ts";
import { definitionIn } from "./stored-definition.ts";
import { Designer } from "./designer.tsx";
import type { ReportNames } from "./names-dialog.tsx";
import { reportsPath, useStoredReport, type StoredReport } from "./use-report.ts";
import { DesignPage } from "../screens/design-page.tsx";
import { closeTabs } from "../workspace/tab-store.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import "./reports.css";

const texts = addTexts("reports");
const designerPath = "/desk/report/design";
const unnamed: ReportNames = { name: "", nameEn: "", remark: "" };

function useSaving(screen: Screen): (body: Record<string, unknown>) => Promise<string | undefined> {
  const { t } = useTranslation();
  const write = useWrite();
  const notices = useNotices();
  return async (body) => {
    try {
      const answer = await write({ path: `${reportsPath}/submit`, body, resource: screen.name });
      notices.done(t("reports.saved"));
      return isRecord(answer) ? textOf(answer["id"]) : "";
    } catch (error) {
      const { message, issues, error: code } = failureOf(error);
      notices.refused(
        code === "staleVersion" ? t("reports.changed") : [...new Set([message, ...issues.map((one) => one.message)])].join("；"),
      );
      return undefined;
    }
  };
}

function NewReport({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useSaving(screen);
  const showSaved = async (id: string) => {
    await navigate(`${designerPath}/${id}`, { replace: true });
    closeTabs(new Set([designerPath]));
  };
  usePageTitle(t("reports.newReport"));
  return (
    <>
      <h1>{t("reports.newReport")}</h1>
      <Designer
        begin={undefined}
        names={unnamed}
        isNew
        onSave={async (definition, names) => {
          const id = await save({ ...names, definition });
          // The designer counts as saved only after this; then the report has the place of the page that it was made on.
          if (id !== undefined && id !== "") setTimeout(() => void showSaved(id));
          return id !== undefined;
        }}
      />
    </>
  );
}

function ChangedReport({ screen, report }: { readonly screen: Screen; readonly report: StoredReport }): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const save = useSaving(screen);
  const [version, setVersion] = useState(Number(report.version));
  const title = language() === "en" && report.nameEn !== "" ? report.nameEn : report.name;
  usePageTitle(title);
  return (
    <>
      <h1>{title}</h1>
      <Designer
        begin={definitionIn(report.definition)}
        names={report}
        isNew={false}
        onSave={async (definition, names, isCopy) => {
          const own = isCopy
            ? { name: names.name, nameEn: names.nameEn, remark: names.remark }
            : { id: report.id, version, name: report.name };
          const id = await save({ ...own, definition });
          if (id === undefined) return false;
          if (!isCopy) setVersion(version + 1);
          else if (id !== "") setTimeout(() => void navigate(`${designerPath}/${id}`));
          return true;
        }}
      >
        <Link to={`/desk/report/open/${report.id}`}>{t("reports.open")}</Link>
      </Designer>
    </>
  );
}

function StoredDesign({ screen, id }: { readonly screen: Screen; readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const { value, failure, refetch } = useStoredReport(id);
  // What is being changed goes on from the row that it began with.
  const [loaded, setLoaded] = useState<StoredReport>();
  if (loaded === undefined && value !== undefined) setLoaded(value);
  if (failure !== undefined && loaded === undefined)
    return <FailureNote title={t("reports.failed")} message={failure.message} onRetry={refetch} />;
  if (loaded === undefined) return <Skeleton active paragraph={{ rows: 10 }} title={false} aria-label={t("reports.loading")} />;
  if (loaded.id === "" || loaded.id === "-1")
    return <FailureNote title={t("reports.failed")} message={t("reports.gone")} onRetry={refetch} />;
  return <ChangedReport screen={screen} report={loaded} />;
}

/** Default export, because it is loaded lazily. */
export default function ReportDesignPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  return (
    <DesignPage
      resource="report"
      title={t("reports.designTitle")}
      className="tm-report-page"
      renderNew={(screen) => <NewReport screen={screen} />}
      renderStored={(screen, id) => <StoredDesign key={id} screen={screen} id={id} />}
    />
  );
}
