// The search of a page's own address. A page in a tab may finish something while another is in sight, and must not change that one's
// address then.
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { moveTab, searchOf } from "./tab-store.ts";

export interface PageAddress {
  /** As it was when the page was drawn. */
  readonly location: Location;
  /** Whether the page is the one in sight. */
  readonly isShown: () => boolean;
  /**
   * As it is now, which may be ahead of what is drawn: a slow machine shows a change some time after it was made, and the next one must not
   * undo it.
   */
  readonly latest: () => URLSearchParams;
  /** Shows the page with another search; out of sight it will be shown so when its tab is chosen. */
  readonly go: (search: URLSearchParams, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;
  /** Goes back to before the page's last step; out of sight, where the step before is another page's, to a search instead. */
  readonly back: (search: URLSearchParams) => void;
}

export function usePageAddress(): PageAddress {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const isShown = () => window.location.pathname === pathname;
  const go: PageAddress["go"] = (search, options = {}) => {
    const text = search.toString();
    if (isShown()) void navigate({ search: text }, options);
    else moveTab(pathname, text === "" ? "" : `?${text}`);
  };
  return {
    location,
    isShown,
    latest: () => new URLSearchParams(isShown() ? window.location.search : (searchOf(pathname) ?? location.search)),
    go,
    back: (search) => (isShown() ? void navigate(-1) : go(search)),
  };
}
