// The first page after signing in, and the console: the figures of the person's work, notices, and the ways to the screens used most.
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { localNow } from "#schema/local-time";
import { FailureNote } from "../../ui/states/list-notes.tsx";
import { flatMenu } from "../../workspace/menu.ts";
import { useNews } from "../../workspace/news/news.ts";
import { usePageTitle } from "../../workspace/page-title.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { ChartCard } from "./chart-card.tsx";
import { useHome, type HomeData, type Notice } from "./home-data.ts";
import { longDay } from "../../ui/charts/number-format.ts";
import { MyTasks } from "./my-tasks.tsx";
import { Notices } from "./notices.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { StatCards } from "./stat-cards.tsx";
import "../../screens/screens.css";
import "./home.css";

function greeting(hour: number): "welcome.morning" | "welcome.afternoon" | "welcome.evening" {
  return hour < 12 ? "welcome.morning" : hour < 18 ? "welcome.afternoon" : "welcome.evening";
}

/** The grey shape of figures that are on their way. */
function DashboardSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t("home.loading")}>
      <div className="tm-home-tiles">
        {Array.from({ length: 6 }, (_tile, index) => (
          <div key={index} className="tm-home-tile tm-home-grey" />
        ))}
      </div>
      <div className="tm-home-charts">
        {Array.from({ length: 2 }, (_chart, index) => (
          <div key={index} className="tm-home-card tm-home-grey tm-home-grey-chart" />
        ))}
      </div>
    </div>
  );
}

function Charts({ data }: { readonly data: HomeData }) {
  const { t } = useTranslation();
  const { language } = useWorkspace();
  const scanMeasures = useMemo(
    () => [
      { name: "scanNum", label: t("home.scanNum"), colour: "--tm-primary" },
      { name: "firstNum", label: t("home.firstNum"), colour: "--tm-success" },
    ],
    [t],
  );
  const codeMeasures = useMemo(() => [{ name: "codeNum", label: t("home.codeNum"), colour: "--tm-primary" }], [t]);
  if (data.scans === undefined && data.codes === undefined) return null;
  return (
    <div className="tm-home-charts">
      {data.scans !== undefined && (
        <ChartCard
          title={t("home.scans")}
          shape="lines"
          rows={data.scans}
          measures={scanMeasures}
          language={language}
          none={t("home.noScans")}
        />
      )}
      {data.codes !== undefined && (
        <ChartCard
          title={t("home.codes")}
          shape="bars"
          rows={data.codes}
          measures={codeMeasures}
          language={language}
          none={t("home.noCodes")}
        />
      )}
    </div>
  );
}

interface DashboardProps {
  /** The content between the numbers and the charts. */
  readonly children?: ReactNode;
  readonly hasNotices: boolean;
}

function Dashboard({ children, hasNotices }: DashboardProps) {
  const { t } = useTranslation();
  const { person, menu, language } = useWorkspace();
  const { data, failure, isUnknown, refetch } = useHome();
  const { userId } = person.user;
  const { unread, count, open } = useNews(userId);
  const screens = useMemo(() => flatMenu(menu), [menu]);
  const pathOf = (code: string) => screens.find((item) => item.code === code && item.path !== undefined)?.path;
  const notices = data?.notices;
  const isUnread = ({ id }: Notice) => unread.has(id);
  if (data === undefined) {
    return (
      <>
        {isUnknown ? null : failure === undefined ? (
          <DashboardSkeleton />
        ) : (
          <div className="tm-home-card">
            <FailureNote title={t("home.failed")} message={failure.message} onRetry={refetch} />
          </div>
        )}
        {children}
      </>
    );
  }
  return (
    <section aria-label={t("home.figures")}>
      <StatCards
        data={data}
        unread={notices === undefined && data.messages === undefined ? undefined : count}
        language={language}
        pathOf={pathOf}
      />
      {data.tasks !== undefined && <MyTasks tasks={data.tasks} path={pathOf("work-todo")} />}
      {children}
      <Charts data={data} />
      {hasNotices && notices !== undefined && <Notices notices={notices} isUnread={isUnread} onOpen={open} path={pathOf("notice")} />}
    </section>
  );
}

/** /wel/index */
export function HomePage() {
  const { t } = useTranslation();
  const { person, menu, language } = useWorkspace();
  usePageTitle("");
  // The figures are those of the installation's day.
  const now = localNow();
  return (
    <div className="tm-home">
      <h1>{t(greeting(Number(now.slice(11, 13))), { name: person.user.name })}</h1>
      <p className="tm-soft">{menu.length === 0 ? t("welcome.none") : t("home.today", { date: longDay(now, language) })}</p>
      <Dashboard hasNotices>
        <Shortcuts key={person.user.userId} userId={person.user.userId} menu={menu} />
      </Dashboard>
    </div>
  );
}

/** /wel/dashboard: the figures only. */
export function ConsolePage() {
  const { t } = useTranslation();
  usePageTitle(t("home.console"));
  return (
    <div className="tm-home">
      <h1>{t("home.console")}</h1>
      <Dashboard hasNotices={false} />
    </div>
  );
}
