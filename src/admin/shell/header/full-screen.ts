// The window's full-screen state, whatever changed it: the button, F11 or Esc.
import { useSyncExternalStore } from "react";

function follow(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}

export function useFullScreen(): boolean {
  return useSyncExternalStore(follow, () => document.fullscreenElement !== null);
}

/** Some browsers, such as those of phones, do not support it. */
export function canFullScreen(): boolean {
  return document.fullscreenEnabled;
}

export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement === null) await document.documentElement.requestFullscreen();
  else await document.exitFullscreen();
}
