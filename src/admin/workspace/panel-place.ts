// The container of a tab's page in the window: its dialogs open there and not over the whole window, so that the tab bar stays usable.
import { createContext, useContext } from "react";

interface PanelPlace {
  /** Path of the page. */
  readonly path: string;
  /** Undefined until it is in the document. */
  readonly element: HTMLElement | undefined;
}

const PanelPlaceContext = createContext<PanelPlace | undefined>(undefined);

export const PanelPlaceProvider = PanelPlaceContext.Provider;

/** The place of the tab around a component; undefined where there are no tabs. */
export function usePanelPlace(): PanelPlace | undefined {
  return useContext(PanelPlaceContext);
}
