// The list of the page that was asked for, from the file that the server has named in it (src/server/http/preloads.ts). The build wrote that
// file from a generated screen, as those of the registry; which one is known to the server alone (scripts/boundaries.ts).
import type { ListViewModel } from "./view-models.ts";

function fileInPage(name: string): string | undefined {
  const file =
    typeof document === "undefined" ? null : (document.querySelector('meta[name="tracemark-list"]')?.getAttribute("content") ?? null);
  return file !== null && file.startsWith(`/assets/${name}-`) && file.length === `/assets/${name}-12345678.js`.length ? file : undefined;
}

/** The list of a resource; undefined where the page does not name its file. */
export async function builtList(name: string): Promise<ListViewModel | undefined> {
  const file = fileInPage(name);
  if (file === undefined) return undefined;
  const loaded = (await import(/* @vite-ignore */ file)) as { readonly default: ListViewModel };
  return loaded.default;
}
