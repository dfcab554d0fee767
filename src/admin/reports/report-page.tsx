// A report as a page: /desk/report/open/{id}. The server decides who reads it, and which rows it is of.
import { Button, Skeleton } from "antd";
import { use, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { useHref, useLinkClickHandler, useParams } from "react-router-dom";
import { useOpenScreens, useRights } from "../access/use-rights.ts";
import { actionOf } from "../forms/actions/page-form.tsx";
import { addTexts } from "../i18n/index.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { FailureNote } from "../ui/states/list-notes.tsx";
import { Breadcrumbs } from "../workspace/breadcrumbs.tsx";
import { ReportExport } from "./report-export.tsx";
import { ReportView } from "./report-view.tsx";
import { useReport } from "./use-report.ts";
import { loadScreen } from "../data/screen-models/load.ts";
import type { Screen } from "../../schema/screen.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import { NotFoundPage } from "../ui/states/not-found.ts";

const texts = addTexts("reports");
const schedules = "report-schedule";
const others = [schedules];

/** A link that looks like the buttons beside it. */
function PageButton({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLElement>(to);
  return (
    <Button href={href} onClick={follow}>
      {children}
    </Button>
  );
}

function OpenedReport({ screen, id }: { readonly screen: Screen; readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const rights = useRights(screen);
  const opened = useOpenScreens(others);
  const { value, failure, isBusy, refetch } = useReport(id);
  usePageTitle(value?.name ?? t("reports.title"));
  if (failure !== undefined) {
    const isGone = failure.error === "rowNotFound";
    const sentences = [isGone ? t("reports.gone") : failure.message, ...failure.issues.map(({ message }) => message)];
    return <FailureNote title={t("reports.failed")} message={[...new Set(sentences)].join("；")} onRetry={refetch} />;
  }
  if (value === undefined) return <Skeleton active paragraph={{ rows: 10 }} title={false} aria-label={t("reports.loading")} />;
  return (
    <>
      <div className="tm-report-head">
        <h1>{value.name}</h1>
        {value.remark !== "" && <p className="tm-soft">{value.remark}</p>}
      </div>
      <ReportView answer={value}>
        {(shape) => (
          <>
            <Button icon={<Icon name="reload" />} loading={isBusy} onClick={refetch}>
              {t("reports.refresh")}
            </Button>
            {rights?.export === true && <ReportExport id={value.id} name={value.name} shape={shape} />}
            <Button icon={<Icon name="printer" />} onClick={() => void import("../ui/print/print.ts").then(({ printPart }) => printPart())}>
              {t("reports.print")}
            </Button>
            {opened?.has(schedules) === true && (
              <PageButton to={`/desk/${schedules}?f.reportId=${value.id}`}>{t("reports.schedules")}</PageButton>
            )}
            {rights?.may(actionOf(screen, "design")) === true && (
              <PageButton to={`/desk/report/design/${id}`}>{t("reports.design")}</PageButton>
            )}
          </>
        )}
      </ReportView>
    </>
  );
}

/** Default export, because it is loaded lazily. */
export default function ReportPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const screen = use(loadScreen("report"));
  if (screen === undefined) return <NotFoundPage />;
  return (
    <section className="tm-card tm-report-page">
      <Breadcrumbs title={t("reports.title")} />
      <OpenedReport key={id} screen={screen} id={id} />
    </section>
  );
}
