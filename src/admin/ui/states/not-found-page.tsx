// The page of an unknown address, for a signed-in user: as the other error pages are.
import { ErrorPage } from "./error-page.tsx";

/** Default export, because it is loaded lazily. */
export default function NotFoundPage() {
  return <ErrorPage kind="notFound" />;
}
