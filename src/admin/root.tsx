// The page: the sign-in page while signed out, otherwise the application, the lock page above it, and public pages for both
// (docs/specification.md §2).
import { Activity, lazy, startTransition, Suspense, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { isSitePath } from "../schema/site-path.ts";
import { startTokenRenewal } from "./api/fresh-session.ts";
import { followOtherTabs, onSession, session, sessionEnd, type Requirement } from "./api/session.ts";
import type * as ApplicationPart from "./application.tsx";
import { trackSettled, settledValue } from "./browser/settled-promise.ts";
import { PageBoundary } from "./ui/states/page-boundary.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { guardAddress } from "./shell/lock/guard-address.ts";
import { isLocked, lockPath, onLock } from "./shell/lock/lock-state.ts";

/** What the user must do before anything else; an initial password comes first. */
const dueNow = (): Requirement | undefined => {
  const user = session()?.user;
  if (user?.mustChangePassword === true) return "mustChangePassword";
  return user?.mustSetUpFactor === true ? "mustSetUpFactor" : undefined;
};

let application: Promise<typeof ApplicationPart> | undefined;
const loadApplication = () => (application ??= trackSettled(import("./application.tsx")));
const loadSignIn = () => import("./login/login-page.tsx");
// What this user needs is loaded while the rest of the page starts; what the other needs is not.
if (session() === undefined) void loadSignIn();
else if (dueNow() === undefined) void loadApplication();

/** Not by `lazy()`, which draws a fallback first, also for what is there. */
function Application({ userId }: { readonly userId: string }) {
  const { default: Loaded } = use(loadApplication());
  return <Loaded userId={userId} />;
}

const LoginPage = lazy(async () => ({ default: (await loadSignIn()).LoginPage }));
const duePages = {
  mustChangePassword: lazy(() => import("./login/own-password-page.tsx")),
  mustSetUpFactor: lazy(() => import("./login/factor/factor-page.tsx")),
} as const satisfies Readonly<Record<Requirement, unknown>>;
const LockPage = lazy(() => import("./shell/lock/lock-page.tsx"));
const PublicPage = lazy(() => import("./pages/public-page.tsx"));

const signInPath = "/login";
/** Shown to everybody, signed in or not. */
const publicPaths: readonly string[] = ["/403", "/404", "/500"];

/** Where to go after signing in: a place of this application, never another site. */
export function placeAfterSignIn(search: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "/";
  return isSitePath(wanted) && !wanted.startsWith(signInPath) && !wanted.startsWith(lockPath) ? wanted : "/";
}

/** What decides which addresses are open. */
export interface AuthState {
  readonly isSignedIn: boolean;
  /** Left automatically: they are no target to return to. */
  readonly wasSignedOut: boolean;
  readonly isLocked: boolean;
}

/** The address that the auth state requires; undefined when it is right. */
export function redirectFor(
  { isSignedIn, wasSignedOut, isLocked: isPageLocked }: AuthState,
  location: Pick<Location, "pathname" | "search">,
): string | undefined {
  const isSignIn = location.pathname === signInPath;
  const isLock = location.pathname === lockPath;
  if (isSignedIn && isPageLocked) return isLock ? undefined : lockPath;
  if (isSignedIn && isLock) return "/";
  if (isSignedIn) return isSignIn ? placeAfterSignIn(location.search) : undefined;
  if (isSignIn || publicPaths.includes(location.pathname)) return undefined;
  const here = location.pathname + location.search;
  return wasSignedOut || here === "/" || isLock ? signInPath : `${signInPath}?redirect=${encodeURIComponent(here)}`;
}

const redirectNow = (): string | undefined =>
  redirectFor({ isSignedIn: session() !== undefined, wasSignedOut: sessionEnd() === "signed-out", isLocked: isLocked() }, location);

/**
 * Resolves when the application can be drawn with its rows in one pass, which takes less than drawing its grey shape, the application, and
 * the rows one after the other; at once where something else is shown.
 */
export async function untilDrawable(rows: Promise<void>): Promise<void> {
  const userId = session()?.user.userId;
  if (userId === undefined || dueNow() !== undefined || isLocked() || redirectNow() !== undefined) return;
  const { prepareApplication } = await loadApplication();
  await Promise.all([prepareApplication(userId), rows]);
}

/**
 * The user whose application is mounted: it is mounted once the page is unlocked, and stays mounted behind a later lock with all unsaved
 * input.
 */
function useRenderedPerson(shown: string | undefined, isPageLocked: boolean): string | undefined {
  const [rendered, setRendered] = useState<string>();
  const next = isPageLocked && rendered !== shown ? undefined : shown;
  if (next !== rendered) setRendered(next);
  return next;
}

/** The signed-in user, once the application is ready for them. */
function useMountedUser(userId: string | undefined): string | undefined {
  const [shown, setShown] = useState(() =>
    userId !== undefined && settledValue(application)?.isPrepared(userId) === true ? userId : undefined,
  );
  useEffect(() => {
    // The page stays until the application can be rendered completely; leaving it takes effect immediately.
    if (userId === undefined) setShown(undefined);
    else startTransition(() => setShown(userId));
  }, [userId]);
  return shown === userId ? shown : undefined;
}

export function Root() {
  const userId = useSyncExternalStore(onSession, session)?.user.userId;
  const due = useSyncExternalStore(onSession, dueNow);
  const DuePage = due === undefined ? undefined : duePages[due];
  const isPageLocked = useSyncExternalStore(onLock, isLocked);
  const shown = useMountedUser(userId);
  const rendered = useRenderedPerson(shown, isPageLocked);
  const [isAtSignIn, setAtSignIn] = useState(userId === undefined);
  // Users who were sent to the sign-in page wait there; users who arrive signed in see a skeleton.
  if (userId === undefined && !isAtSignIn) setAtSignIn(true);
  if (shown !== undefined && isAtSignIn) setAtSignIn(false);
  useEffect(() => {
    const stops = [startTokenRenewal(), followOtherTabs(), guardAddress()];
    return () => stops.forEach((stop) => stop());
  }, []);
  const address = redirectNow();
  // Before anything below reads the address.
  if (address !== undefined) history.replaceState(null, "", address);
  const isCovered = userId !== undefined && isPageLocked;
  return (
    <PageBoundary>
      <Activity mode={isCovered ? "hidden" : "visible"}>
        <Suspense fallback={<PageSkeleton />}>
          {DuePage !== undefined ? <DuePage key={userId} /> : content(userId, rendered, isAtSignIn)}
        </Suspense>
      </Activity>
      {isCovered && (
        <Suspense fallback={<PageSkeleton />}>
          <LockPage />
        </Suspense>
      )}
    </PageBoundary>
  );
}

function content(userId: string | undefined, shown: string | undefined, isAtSignIn: boolean): ReactNode {
  // Another person on the same page starts from nothing that the one before has loaded.
  if (shown !== undefined) return <Application key={shown} userId={shown} />;
  if (userId === undefined && publicPaths.includes(location.pathname)) return <PublicPage key="public" />;
  return isAtSignIn ? <LoginPage key="sign-in" onSubmit={() => void loadApplication()} /> : <PageSkeleton key="skeleton" />;
}
