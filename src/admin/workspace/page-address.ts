// The search of a page's own address. A page in a hidden tab may finish work, and must not change the visible page's address then.
import { useLocation, useNavigate, type Location } from "react-router-dom";
import { moveTab, searchOf } from "./tab-store.ts";

interface PageAddress {
  /** As of the last render. */
  readonly location: Location;
  /** Whether the page is visible. */
  readonly isShown: () => boolean;
  /**
   * As of now, which may be ahead of the last render: a slow machine renders a change some time after it was made, and the next one must
   * not undo it.
   */
  readonly latest: () => URLSearchParams;
  /** Shows the page with another search; a hidden page applies it when its tab is selected. */
  readonly go: (search: URLSearchParams, options?: { readonly replace?: boolean; readonly state?: unknown }) => void;
  /** Goes back to before the page's last step; a hidden page, where the previous step belongs to another page, goes to a search instead. */
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
