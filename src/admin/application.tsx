// The application of a signed-in user: antd, Refine and the router around the shell and its pages.
// Before the application's own styles, which add to them.
import "virtual:component-styles.css";
import "@ant-design/v5-patch-for-react-19";
import { keys, Refine, type AccessControlProvider } from "@refinedev/core";
import type { QueryClient } from "@tanstack/react-query";
import { App, ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import enUS from "antd/es/locale/en_US";
import zhCN from "antd/es/locale/zh_CN";
import { createContext, use, useContext, useDeferredValue, useEffect, useMemo, useRef, type ReactNode } from "react";
import i18next from "i18next";
import { useTranslation } from "./i18n/use-translation.ts";
import { createBrowserRouter, RouterProvider, type RouteObject } from "react-router-dom";
import type { Language } from "../schema/text.ts";
import { onSession, session } from "./api/session.ts";
import { reducedMotion, useMedia } from "./ui/hooks/use-media.ts";
import { addTexts, language } from "./i18n/index.ts";
import { trackSettled, settledValue } from "./browser/settled-promise.ts";
import { fixedRoutes } from "./pages/fixed-routes.tsx";
import { PageBoundary } from "./ui/states/page-boundary.tsx";
import { JobWatch } from "./data/jobs/job-watch.tsx";
import { LiveWatch } from "./data/live/live-watch.tsx";
import { accessProvider } from "./access/access-provider.ts";
import { authProvider } from "./data/providers/auth-provider.ts";
import { bladeDataProvider } from "./data/providers/data-provider.ts";
import { i18nProvider } from "./i18n/i18n-provider.ts";
import { useApplicationNotifications } from "./data/providers/notification-provider.ts";
import { routerProvider } from "./data/providers/router-provider.ts";
import { createQueryClient, invalidateAfterLanguage } from "./data/queries/query-client.ts";
import { styleNonce } from "./browser/settings.ts";
import { loadList } from "./data/screen-models/load.ts";
import { flatMenu } from "./workspace/menu.ts";
import { resourcesOf } from "./workspace/resources.ts";
import { RefreshNotice } from "./shell/connection/refresh-notice.tsx";
import { Shell } from "./shell/shell.tsx";
import { useLatestWorkspace, useWorkspace, WorkspaceProvider, workspaceQuery, type Workspace } from "./workspace/workspace.ts";
import { antdTheme } from "./ui/theme/antd-theme.ts";
import { useThemeSettings } from "./ui/theme/appearance.ts";

/** Loads the screen that the address names together with the person's menu, and not after it. */
async function loadAhead(): Promise<void> {
  const [, area, name] = location.pathname.split("/");
  if (name !== undefined && area !== "wel") await loadList(name);
}

/** antd contains English anyway, and Chinese takes less than another request. */
const locales: Readonly<Record<Language, Locale>> = { zh: zhCN, en: enUS };

interface Ready {
  readonly locale: Locale;
  readonly workspace: Workspace;
}

async function prepare(chosen: Language, queries: QueryClient): Promise<Ready> {
  const [workspace] = await Promise.all([queries.fetchQuery(workspaceQuery(chosen)), addTexts("application"), loadAhead()]);
  return { locale: locales[chosen], workspace };
}

const dataProvider = bladeDataProvider();

const refineOptions = {
  disableTelemetry: true,
  disableRouteChangeHandler: true,
  syncWithLocation: false,
  warnWhenUnsavedChanges: false,
} as const;

const QueriesContext = createContext<QueryClient | undefined>(undefined);

/** The access provider for the user as of now. Earlier decisions are requested again when their keys or their menu change. */
function useAccess(workspace: Workspace, queries: QueryClient): AccessControlProvider {
  const access = useMemo(
    () => accessProvider({ person: workspace.person, menuCodes: new Set(flatMenu(workspace.menu).map(({ code }) => code)) }),
    [workspace],
  );
  const accessRef = useRef(access);
  useEffect(() => {
    if (accessRef.current !== access) void queries.invalidateQueries({ queryKey: keys().access().get() });
    accessRef.current = access;
  }, [access, queries]);
  return access;
}

/** Refine inside the router, whose location it reads, and around the pages. */
function Frame() {
  const workspace = useWorkspace();
  const queries = useContext(QueriesContext);
  if (queries === undefined) throw new Error("the frame is drawn below the cache");
  const notifications = useApplicationNotifications();
  const access = useAccess(workspace, queries);
  const options = useMemo(() => ({ ...refineOptions, reactQuery: { clientConfig: queries } }), [queries]);
  const resources = useMemo(() => resourcesOf(workspace.menu), [workspace]);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      notificationProvider={notifications}
      routerProvider={routerProvider}
      resources={resources}
      options={options}
    >
      <Shell />
      <JobWatch />
      <LiveWatch />
      <RefreshNotice />
    </Refine>
  );
}

const routes: RouteObject[] = [
  {
    element: <Frame />,
    children: fixedRoutes,
  },
];

type Router = ReturnType<typeof createBrowserRouter>;

/**
 * Everything that belongs to one user's session. It lives here and not in a component, because React may start rendering the application
 * several times while something is loading, and discards those attempts.
 */
interface SessionScope {
  readonly userId: string;
  /** Reads the address when it is made, which must be right by then (root.tsx). */
  readonly router: Router;
  readonly readies: Map<Language, Promise<Ready>>;
  /** The query cache of this user. */
  readonly queries: QueryClient;
}

let scope: SessionScope | undefined;

function endSessionScope(): void {
  scope?.router.dispose();
  // What one person may see, the next one may not.
  scope?.queries.clear();
  scope = undefined;
}

onSession(() => {
  if (session()?.user.userId !== scope?.userId) endSessionScope();
});

i18next.on("languageChanged", () => {
  if (scope !== undefined) void invalidateAfterLanguage(scope.queries);
});

function sessionOf(userId: string): SessionScope {
  if (scope?.userId !== userId) {
    endSessionScope();
    scope = { userId, router: createBrowserRouter(routes), readies: new Map(), queries: createQueryClient() };
  }
  return scope;
}

function Themed({ ready, router, queries }: Pick<SessionScope, "router" | "queries"> & { readonly ready: Promise<Ready> }) {
  const { locale, workspace: loaded } = use(ready);
  const workspace = useLatestWorkspace(loaded, queries);
  const look = useThemeSettings();
  const isStill = useMedia(reducedMotion);
  const theme = useMemo(() => antdTheme(look, !isStill), [look, isStill]);
  return (
    <ConfigProvider theme={theme} locale={locale} csp={csp} wave={noWave} button={asWritten} modal={centred}>
      <App className="tm-application" notification={notificationOptions}>
        <WorkspaceProvider value={workspace}>
          <QueriesContext value={queries}>
            <RouterProvider router={router} />
          </QueriesContext>
        </WorkspaceProvider>
      </App>
    </ConfigProvider>
  );
}

const nonce = styleNonce();
const csp = nonce === undefined ? {} : { nonce };
const noWave = { disabled: true };
/** Spaces between two characters are in the texts where they are wanted. */
const asWritten = { autoInsertSpace: false };
/** A question stands over the middle of the form that it is about. Forms themselves begin at the top (forms/dialogs/dialog-frame.tsx). */
const centred = { centered: true } as const;
/**
 * Six seconds, longer while hovered: a refusal lists what blocks, which takes longer to read than "done". Without the close button, whose
 * name is English in every language.
 */
const notificationOptions = { placement: "top", top: 8, duration: 6, maxCount: 3, closeIcon: false } as const;

/** What the application of a user is drawn from, asked for once in each language. */
function readyFor({ readies, queries }: SessionScope, chosen: Language): Promise<Ready> {
  let ready = readies.get(chosen);
  if (ready === undefined) {
    ready = trackSettled(prepare(chosen, queries));
    readies.set(chosen, ready);
    // Whoever draws it hears of its failure; a session that ends before, as by a sign-out, has nobody left to tell.
    ready.catch(() => undefined);
  }
  return ready;
}

/** Makes ready what the application of a user is drawn from. The address must be right by then (root.tsx). */
export async function prepareApplication(userId: string): Promise<void> {
  await readyFor(sessionOf(userId), language());
}

/** Whether the application of a user can be drawn without waiting. */
export function isPrepared(userId: string): boolean {
  return scope?.userId === userId && settledValue(scope.readies.get(language())) !== undefined;
}

/** Default export, because it is loaded lazily. */
export default function Application({ userId }: { readonly userId: string }): ReactNode {
  useTranslation();
  // The page stays until menu and texts of another language are loaded.
  const chosen = useDeferredValue(language());
  const own = sessionOf(userId);
  return (
    <PageBoundary onRetry={() => own.readies.delete(chosen)}>
      <Themed ready={readyFor(own, chosen)} router={own.router} queries={own.queries} />
    </PageBoundary>
  );
}
