// Whether a person may choose from the media library, and the dialog in which they do; its code is loaded when it is opened.
import { useCan } from "@refinedev/core";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { resourceIn } from "../../../schema/dialects/available.ts";
import { settings } from "../../browser/settings.ts";

const MediaPicker = lazy(() => import("./media-picker.tsx"));

interface MediaLibrary {
  readonly isThere: boolean;
  /** Opens the dialog; `most`: how many may be chosen. */
  readonly open: (max: number) => void;
  /** The dialog, while it is open. */
  readonly dialog: ReactNode;
}

export function useMediaLibrary(onPick: (addresses: readonly string[]) => void): MediaLibrary {
  const isExisting = resourceIn(settings.dialect, "media") !== undefined;
  const isAllowed = useCan({ resource: "media", action: "list", queryOptions: { enabled: isExisting } }).data?.can;
  const [max, setMax] = useState<number>();
  return {
    isThere: isExisting && isAllowed === true,
    open: setMax,
    dialog: max !== undefined && (
      <Suspense fallback={null}>
        <MediaPicker
          max={max}
          onClose={() => setMax(undefined)}
          onPick={(addresses) => {
            setMax(undefined);
            onPick(addresses);
          }}
        />
      </Suspense>
    ),
  };
}
