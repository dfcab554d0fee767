// The files that the application, or the sign-in page, begins with, named in the page: browsers load them side by side instead of one after the
// other. The build writes which ones (scripts/vite/preloads.ts); without its list the page does without.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";

export const preloadsFile = "preloads.json";

const address = z.string().regex(/^\/[\w./-]+$/);
/** A part of the page with all that it imports. */
const partSchema = z.object({ scripts: z.array(address), styles: z.array(address) });
const preloadsSchema = z.object({
  /** For users who are signed in. */
  application: partSchema,
  /** For all others. */
  signIn: partSchema,
  /** By the name of a resource the view model of its list. */
  lists: z.record(z.string(), address),
});

export type Preloads = z.infer<typeof preloadsSchema>;

/** The links for the page at a path, of a browser that sends these cookies. */
type PreloadLinks = (pathname: string, cookies: string | undefined) => string;

/** Left by the browser application as long as somebody is signed in (src/admin/api/session.ts); whose it is does not matter here. */
const isSignedIn = /(?:^|;\s*)tracemark-access-token=[^;\s]/;

async function readPreloads(directory: string): Promise<Preloads | undefined> {
  let text: string;
  try {
    text = await readFile(path.join(directory, preloadsFile), "utf8");
  } catch (error) {
    // Pages that were built otherwise.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  return preloadsSchema.parse(JSON.parse(text));
}

const scriptLink = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`;
const styleLink = (file: string): string => `<link rel="preload" as="style" crossorigin href="${file}">`;

/** What writes the links, for the pages of a directory. */
export async function preloadLinks(directory: string): Promise<PreloadLinks> {
  const preloads = await readPreloads(directory);
  if (preloads === undefined) return () => "";
  const application = [...preloads.application.scripts.map(scriptLink), ...preloads.application.styles.map(styleLink)].join("");
  // No styles: where the cookie is gone and the session is not, browsers would complain of a style that nobody uses.
  const signIn = preloads.signIn.scripts.map(scriptLink).join("");
  const lists = new Map(Object.entries(preloads.lists));
  return (pathname, cookies) => {
    if (cookies === undefined || !isSignedIn.test(cookies)) return signIn;
    const list = lists.get(/^\/[^/]+\/([^/]+)\/?$/.exec(pathname)?.[1] ?? "");
    // With its address the list is found without the file that knows those of all (src/admin/data/screen-models/load.ts).
    return list === undefined ? application : `${application}${scriptLink(list)}<meta name="tracemark-list" content="${list}">`;
  };
}
