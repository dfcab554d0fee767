// The routes of every installation, followed by those of the server's menu and the definitions (docs/specification.md §2).
import { lazy } from "react";
import { Navigate, type RouteObject } from "react-router-dom";
import { addTexts } from "../i18n/index.ts";
import { embeddedPath } from "../workspace/menu.ts";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { NotFoundPage } from "../ui/states/not-found.ts";
import { ScreenPage } from "./screen-page.tsx";

const loadHome = async () => (await Promise.all([import("./home/pages.tsx"), addTexts("home")]))[0];
const HomePage = lazy(async () => ({ default: (await loadHome()).HomePage }));
const ConsolePage = lazy(async () => ({ default: (await loadHome()).ConsolePage }));
const ApiPage = lazy(() => import("./api/api-page.tsx"));
const BackEndPage = lazy(() => import("./back-end-page.tsx"));
const DictionaryPage = lazy(() => import("./dictionary-page.tsx"));
const DiagramPage = lazy(() => import("../flow/pages/diagram-page.tsx"));
const EmbeddedPage = lazy(() => import("./embedded/embedded-page.tsx"));
const InfoPage = lazy(() => import("./profile/info-page.tsx"));
const LeaveFormPage = lazy(() => import("../flow/pages/leave-form-page.tsx"));
const ProcessHandlePage = lazy(() => import("../flow/pages/handle-page.tsx"));
const ProcessDetailPage = lazy(() => import("../flow/pages/detail-page.tsx"));
const ModelerPage = lazy(() => import("../flow/pages/modeler-page.tsx"));
const ReportPage = lazy(() => import("../reports/report-page.tsx"));
const ReportDesignPage = lazy(() => import("../reports/report-design-page.tsx"));
const TrialPage = lazy(() => import("./trial-page.tsx"));

const toIndex = (path: string): RouteObject => ({ path, element: <Navigate to={`${path === "/" ? "/wel" : path}/index`} replace /> });

export const fixedRoutes: RouteObject[] = [
  toIndex("/"),
  ...["/wel", "/test", "/info", "/dict-horizontal", "/dict-vertical"].map(toIndex),
  { path: "/wel/index", element: <HomePage /> },
  // Off the menu: reached from the menu of the person.
  { path: "/wel/dashboard", element: <ConsolePage /> },
  { path: "/test/index", element: <TrialPage /> },
  { path: "/dict-horizontal/index", element: <DictionaryPage layout="horizontal" /> },
  { path: "/dict-vertical/index", element: <DictionaryPage layout="vertical" /> },
  { path: "/info/index", element: <InfoPage /> },
  { path: `${embeddedPath}/:routerPath`, element: <EmbeddedPage /> },
  // Embedded in a process, without a permission of its own; the server decides.
  { path: "/flow/diagram", element: <DiagramPage /> },
  { path: "/flow/flow-model/design", element: <ModelerPage /> },
  { path: "/flow/flow-model/design/:id", element: <ModelerPage /> },
  { path: "/desk/report/open/:id", element: <ReportPage /> },
  { path: "/desk/report/design", element: <ReportDesignPage /> },
  { path: "/desk/report/design/:id", element: <ReportDesignPage /> },
  { path: "/work/process/leave/form/:processDefinitionId", element: <LeaveFormPage /> },
  { path: "/work/process/:route/handle/:taskId/:processInstanceId/:businessId", element: <ProcessHandlePage /> },
  { path: "/work/process/:route/detail/:processInstanceId/:businessId", element: <ProcessDetailPage /> },
  // Of a back-end behind this server; addresses of documents that the server itself answers never come here.
  { path: "/docs/back-end", element: <BackEndPage /> },
  // Off the menu: reached from the menu of the person.
  { path: "/docs/api", element: <ApiPage /> },
  { path: "/403", element: <ErrorPage kind="forbidden" /> },
  { path: "/404", element: <NotFoundPage /> },
  { path: "/500", element: <ErrorPage kind="server" /> },
  { path: "/:area/:name", element: <ScreenPage /> },
  { path: "/:area/:name/:id", element: <ScreenPage /> },
  // The routes of the server's menu; any other path is unknown and leads to /404.
  { path: "*", element: <ScreenPage /> },
];
