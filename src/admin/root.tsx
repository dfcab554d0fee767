// What the page shows: the sign-in page while nobody is signed in, the application else, a public page for both (specification §2).
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { keepFresh } from "./api/renewal.ts";
import { followOtherTabs, onSession, session, sessionEnd } from "./api/session.ts";
import { LoginPage } from "./login/login-page.tsx";
import { PageSkeleton } from "./page-skeleton.tsx";

const loadApplication = () => import("./application.tsx");
const Application = lazy(loadApplication);
const PublicPage = lazy(() => import("./pages/public-page.tsx"));

const signInPath = "/login";
/** Shown to everybody, signed in or not. */
const publicPaths: readonly string[] = ["/403", "/404", "/500"];

/** Where to go after signing in: a place of this application, never another site. */
export function placeAfterSignIn(search: string): string {
  const wanted = new URLSearchParams(search).get("redirect") ?? "/";
  return /^\/(?![/\\])/.test(wanted) && !wanted.startsWith(signInPath) ? wanted : "/";
}

/** The address that the page must have for who is signed in; undefined when it is right. */
export function rightAddress(isSignedIn: boolean, location: Pick<Location, "pathname" | "search">, wasSignedOut: boolean): string | undefined {
  const isSignIn = location.pathname === signInPath;
  if (isSignedIn) return isSignIn ? placeAfterSignIn(location.search) : undefined;
  if (isSignIn || publicPaths.includes(location.pathname)) return undefined;
  const here = location.pathname + location.search;
  return wasSignedOut || here === "/" ? signInPath : `${signInPath}?redirect=${encodeURIComponent(here)}`;
}

export function Root() {
  const current = useSyncExternalStore(onSession, session);
  useEffect(() => {
    const stops = [keepFresh(), followOtherTabs()];
    return () => stops.forEach((stop) => stop());
  }, []);
  const address = rightAddress(current !== undefined, location, sessionEnd() === "signed-out");
  // Before anything below reads the address.
  if (address !== undefined) history.replaceState(null, "", address);
  if (current === undefined) {
    if (publicPaths.includes(location.pathname)) {
      return (
        <Suspense>
          <PublicPage />
        </Suspense>
      );
    }
    return <LoginPage onSubmit={() => void loadApplication()} />;
  }
  return (
    <Suspense fallback={<PageSkeleton />}>
      {/* Another person on the same page starts from nothing that the one before has loaded. */}
      <Application key={current.user.userId} />
    </Suspense>
  );
}
