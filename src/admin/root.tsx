// What the page shows: the sign-in page while nobody is signed in, the application else, the lock page above it, a public page for both
// (docs/specification.md §2).
import { Activity, lazy, startTransition, Suspense, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { keepFresh } from "./api/renewal.ts";
import { followOtherTabs, onSession, session, sessionEnd } from "./api/session.ts";
import { LoginPage } from "./login/login-page.tsx";
import { PageBoundary } from "./parts/page-boundary.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";
import { guardAddress } from "./shell/lock/guard-address.ts";
import { isLocked, lockPath, onLock } from "./shell/lock/lock-state.ts";

const mustChangePassword = (): boolean => session()?.user.mustChangePassword === true;

const loadApplication = () => import("./application.tsx");
// Whoever is signed in needs it: it is on its way while the rest of the page starts.
if (session() !== undefined && !mustChangePassword()) void loadApplication();
const Application = lazy(loadApplication);
const OwnPasswordPage = lazy(() => import("./login/own-password-page.tsx"));
const LockPage = lazy(() => import("./shell/lock/lock-page.tsx"));
const PublicPage = lazy(() => import("./pages/public-page.tsx"));

const signInPath = "/login";
/** Shown to everybody, signed in or not. */
const publicPaths: readonly string[] = ["/403", "/404", "/500"];

/** Where to go after signing in: a place of this application, never another site. */
export function placeAfterSignIn(search: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "/";
  return /^\/(?![/\\])/.test(wanted) && !wanted.startsWith(signInPath) && !wanted.startsWith(lockPath) ? wanted : "/";
}

/** What decides which addresses are open. */
export interface AuthState {
  readonly isSignedIn: boolean;
  /** Left by themselves: there is nothing to come back to. */
  readonly wasSignedOut: boolean;
  readonly isLocked: boolean;
}

/** The address that the page must have for who is signed in; undefined when it is right. */
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

/**
 * Somebody whose application is in the page: it begins once the page is not locked, and stays behind a later lock with all that was typed.
 */
function useRenderedPerson(shown: string | undefined, isPageLocked: boolean): string | undefined {
  const [rendered, setRendered] = useState<string>();
  const next = isPageLocked && rendered !== shown ? undefined : shown;
  if (next !== rendered) setRendered(next);
  return next;
}

/** Somebody who is signed in, as far as the application is ready for them. */
function useMountedUser(userId: string | undefined): string | undefined {
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    // What is on the page stays until the application can be drawn whole; leaving it takes no time.
    if (userId === undefined) setShown(undefined);
    else startTransition(() => setShown(userId));
  }, [userId]);
  return shown === userId ? shown : undefined;
}

export function Root() {
  const userId = useSyncExternalStore(onSession, session)?.user.userId;
  const isPasswordDue = useSyncExternalStore(onSession, mustChangePassword);
  const isPageLocked = useSyncExternalStore(onLock, isLocked);
  const shown = useMountedUser(userId);
  const rendered = useRenderedPerson(shown, isPageLocked);
  const [isAtSignIn, setAtSignIn] = useState(userId === undefined);
  // Whoever was sent to the sign-in page waits there, and whoever came signed in sees the shape of what is to come.
  if (userId === undefined && !isAtSignIn) setAtSignIn(true);
  if (shown !== undefined && isAtSignIn) setAtSignIn(false);
  useEffect(() => {
    const stops = [keepFresh(), followOtherTabs(), guardAddress()];
    return () => stops.forEach((stop) => stop());
  }, []);
  const address = redirectFor(
    { isSignedIn: userId !== undefined, wasSignedOut: sessionEnd() === "signed-out", isLocked: isPageLocked },
    location,
  );
  // Before anything below reads the address.
  if (address !== undefined) history.replaceState(null, "", address);
  const isCovered = userId !== undefined && isPageLocked;
  return (
    <PageBoundary>
      <Activity mode={isCovered ? "hidden" : "visible"}>
        <Suspense fallback={<PageSkeleton />}>
          {isPasswordDue ? <OwnPasswordPage key={userId} /> : content(userId, rendered, isAtSignIn)}
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
