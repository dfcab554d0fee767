// The application for somebody who is signed in: antd, Refine and the router around the shell and its pages.
import "@ant-design/v5-patch-for-react-19";
import { Refine, type ResourceProps } from "@refinedev/core";
import routerProvider from "@refinedev/react-router";
import { App, ConfigProvider } from "antd";
import type { Locale } from "antd/es/locale";
import { use, useDeferredValue, useMemo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { createBrowserRouter, RouterProvider, type RouteObject } from "react-router-dom";
import type { Language } from "../schema/text.ts";
import { ApiFailure } from "./api/failure.ts";
import { onSession, session } from "./api/session.ts";
import { addTexts, language } from "./i18n/index.ts";
import { fixedRoutes } from "./pages/fixed-routes.tsx";
import { PageBoundary } from "./parts/page-boundary.tsx";
import { accessProvider } from "./providers/access.ts";
import { authProvider } from "./providers/auth.ts";
import { bladeDataProvider } from "./providers/data.ts";
import { i18nProvider } from "./providers/i18n.ts";
import { useApplicationNotifications } from "./providers/notification.ts";
import { styleNonce } from "./settings.ts";
import { loadList } from "./screen-models/load.ts";
import { flatMenu } from "./workspace/menu.ts";
import { Shell } from "./shell/shell.tsx";
import { loadWorkspace, useLatestWorkspace, useWorkspace, WorkspaceProvider, type Workspace } from "./workspace/workspace.ts";
import { antdTheme } from "./theme/antd-theme.ts";
import { useLook } from "./theme/appearance.ts";

/** Loads the screen that the address names together with the person's menu, and not after it. */
async function loadAhead(): Promise<void> {
  const [, area, name] = location.pathname.split("/");
  if (name !== undefined && area !== "wel") await loadList(name);
}

async function loadLocale(chosen: Language): Promise<Locale> {
  if (chosen === "en") return (await import("antd/es/locale/en_US")).default;
  return (await import("antd/es/locale/zh_CN")).default;
}

interface Ready {
  readonly locale: Locale;
  readonly workspace: Workspace;
}

async function prepare(chosen: Language): Promise<Ready> {
  const [locale, workspace] = await Promise.all([loadLocale(chosen), loadWorkspace(chosen), addTexts("application"), loadAhead()]);
  return { locale, workspace };
}

const dataProvider = bladeDataProvider();

/** Nothing is asked twice because of an answer: the server meant it. A call that did not get through is tried once more. */
const queryOptions = {
  retry: (count: number, error: unknown) => count < 1 && error instanceof ApiFailure && error.code === 0 && !error.silent,
  refetchOnWindowFocus: false,
} as const;

const refineOptions = {
  disableTelemetry: true,
  disableRouteChangeHandler: true,
  syncWithLocation: false,
  warnWhenUnsavedChanges: false,
  reactQuery: { clientConfig: { defaultOptions: { queries: queryOptions } } },
} as const;

/** The screens of the menu in Refine's terms. */
function resourcesOf(workspace: Workspace): ResourceProps[] {
  const found = flatMenu(workspace.menu).flatMap((item) => (item.path === undefined ? [] : [{ name: item.code, list: item.path, meta: { label: item.label } }]));
  // A menu may name one screen twice; Refine knows each once.
  return [...new Map(found.reverse().map((resource) => [resource.name, resource])).values()].reverse();
}

/** Refine between the router, whose place it reads, and the pages. */
function Frame() {
  const workspace = useWorkspace();
  const notifications = useApplicationNotifications();
  const access = useMemo(() => accessProvider(workspace.person), [workspace]);
  const resources = useMemo(() => resourcesOf(workspace), [workspace]);
  return (
    <Refine
      dataProvider={dataProvider}
      authProvider={authProvider}
      accessControlProvider={access}
      i18nProvider={i18nProvider}
      notificationProvider={notifications}
      routerProvider={routerProvider}
      resources={resources}
      options={refineOptions}
    >
      <Shell />
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
 * What belongs to one person's stay. It is kept here and not in a component, because React may begin several times to draw the application while
 * something is on its way, and forgets what those beginnings made.
 */
interface SessionScope {
  readonly userId: string;
  /** Reads the address when it is made, which must be right by then (root.tsx). */
  readonly router: Router;
  readonly readies: Map<Language, Promise<Ready>>;
}

let stay: SessionScope | undefined;

function endSessionScope(): void {
  stay?.router.dispose();
  stay = undefined;
}

onSession(() => {
  if (session()?.user.userId !== stay?.userId) endSessionScope();
});

function stayOf(userId: string): SessionScope {
  if (stay?.userId !== userId) {
    endSessionScope();
    stay = { userId, router: createBrowserRouter(routes), readies: new Map() };
  }
  return stay;
}

function Themed({ ready, router }: { readonly ready: Promise<Ready>; readonly router: Router }) {
  const { locale, workspace: loaded } = use(ready);
  const workspace = useLatestWorkspace(loaded);
  const look = useLook();
  const theme = useMemo(() => antdTheme(look), [look]);
  return (
    <ConfigProvider theme={theme} locale={locale} csp={csp} wave={noWave} button={asWritten}>
      <App className="tm-application" notification={notificationOptions}>
        <WorkspaceProvider value={workspace}>
          <RouterProvider router={router} />
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
/** Seconds: a refusal names what blocks, which takes longer to read than "done". */
const notificationOptions = { placement: "top", top: 8, duration: 6, maxCount: 3 } as const;

/** Default export, because it is loaded as a part of its own. */
export default function Application({ userId }: { readonly userId: string }): ReactNode {
  useTranslation();
  // What is on the page stays until menu and texts of another language are there.
  const chosen = useDeferredValue(language());
  const { router, readies } = stayOf(userId);
  let ready = readies.get(chosen);
  if (ready === undefined) {
    ready = prepare(chosen);
    readies.set(chosen, ready);
  }
  return (
    <PageBoundary onRetry={() => readies.delete(chosen)}>
      <Themed ready={ready} router={router} />
    </PageBoundary>
  );
}
