// The page of an unknown address, loaded on demand.
import { lazy } from "react";

export const NotFoundPage = lazy(() => import("./not-found-page.tsx"));
