// The page of an address that leads nowhere, loaded when somebody meets one.
import { lazy } from "react";

export const NotFoundPage = lazy(() => import("./not-found-page.tsx"));
