// The page of one tab: kept with all it holds while another is shown, and then without effects and requests.
import {
  Activity,
  memo,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ContextType,
  type ReactElement,
} from "react";
import { UNSAFE_LocationContext as LocationContext } from "react-router-dom";
import { Pending } from "../../ui/states/pending.tsx";
import { PageBoundary } from "../../ui/states/page-boundary.tsx";
import { PanelPlaceProvider } from "../../workspace/panel-place.ts";
import { panelIdOf, tabIdOf } from "./tab-ids.ts";

interface PanelProps {
  readonly path: string;
  readonly isShown: boolean;
  /** Whether the tab bar has a tab for it; error pages have none. */
  readonly isTabbed: boolean;
  /** The router's output when this page was last shown; it includes the route's own context. */
  readonly outlet: ReactElement | null;
  /**
   * The router's location when this page was last shown. It is frozen while the page is hidden, which would otherwise read the address of
   * another page. React still renders its readers, because the outer provider changes, but at idle priority and without effects.
   */
  readonly routerLocation: ContextType<typeof LocationContext>;
}

/** The page scrolls in its own element; browsers differ in whether they keep the scroll position while it is hidden. */
function useStoredScroll() {
  const scroller = useRef<HTMLDivElement>(null);
  const storedTop = useRef(0);
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = storedTop.current;
  }, []);
  const keep = useCallback(() => {
    storedTop.current = scroller.current?.scrollTop ?? storedTop.current;
  }, []);
  return { scroller, keep };
}

function Scroller({ children }: { readonly children: ReactElement }) {
  const { scroller, keep } = useStoredScroll();
  return (
    <div ref={scroller} className="tm-panel-scroll" onScroll={keep}>
      {children}
    </div>
  );
}

export const Panel = memo(function Panel({ path, isShown, isTabbed, outlet, routerLocation }: PanelProps) {
  const [element, setElement] = useState<HTMLElement>();
  const dialogs = useMemo(() => ({ path, element }), [path, element]);
  // React takes the reference away while the page is hidden; the place stays the same.
  const keepElement = useCallback((node: HTMLElement | null) => {
    if (node !== null) setElement(node);
  }, []);
  const role = isTabbed ? { role: "tabpanel", id: panelIdOf(path), "aria-labelledby": tabIdOf(path) } : {};
  return (
    <Activity mode={isShown ? "visible" : "hidden"}>
      <div ref={keepElement} className="tm-panel" {...role}>
        <PanelPlaceProvider value={dialogs}>
          <LocationContext.Provider value={routerLocation}>
            <Scroller>
              <PageBoundary>
                <Suspense fallback={<Pending />}>{outlet}</Suspense>
              </PageBoundary>
            </Scroller>
          </LocationContext.Provider>
        </PanelPlaceProvider>
      </div>
    </Activity>
  );
});
