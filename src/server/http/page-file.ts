// A built page as the server sends it: with settings, nonce and language of each answer, and the hashes by which its policy knows what
// stands in the page itself.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Dialect } from "../../schema/dialects/types.ts";
import type { Language } from "../../schema/text.ts";
import type { PageSources } from "./security-headers.ts";

/** Settings of the server that the page needs before it loads anything else (src/admin/browser/settings.ts reads them). */
export type PageSettings = Readonly<
  Record<string, string | number | boolean | readonly string[] | readonly Readonly<Record<string, string>>[] | Partial<Dialect>>
>;

/** What differs from answer to answer. */
interface PageAnswer {
  readonly settings: PageSettings;
  readonly nonce: string;
  /** Of the words that are there before any script. */
  readonly language: Language;
  readonly links?: string;
}

interface PageFile {
  readonly write: (answer: PageAnswer) => string;
  /** Scripts and styles that stand in the page. */
  readonly inline: Required<Pick<PageSources, "scripts" | "styles">>;
}

const tags: Readonly<Record<Language, string>> = { zh: "zh-CN", en: "en" };

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

/** Sources of a policy for the contents of all elements that a pattern finds. */
function hashesOf(html: string, element: RegExp): readonly string[] {
  return [...html.matchAll(element)].map(([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`);
}

export async function readPage(file: string): Promise<PageFile> {
  const html = await readFile(file, "utf8");
  const parts =
    /^([\s\S]*<html)(?: lang="[^"]*")?([^>]*>[\s\S]*<head>)([\s\S]*?)<meta name="tracemark-settings"[^>]*>([\s\S]*?)(<\/head>[\s\S]*)$/.exec(
      html,
    );
  if (parts === null) throw new Error(`${path.basename(file)} has no <head> with <meta name="tracemark-settings">`);
  const [, start = "", top = "", head = "", rest = "", body = ""] = parts;
  return {
    write: ({ settings, nonce, language, links = "" }) =>
      [
        `${start} lang="${tags[language]}"${top}<meta property="csp-nonce" nonce="${nonce}">`,
        `${head}<meta name="tracemark-settings" content="${escapeAttribute(JSON.stringify(settings))}">`,
        `${rest}${links}${body}`,
      ].join(""),
    inline: { scripts: hashesOf(html, /<script>([\s\S]*?)<\/script>/g), styles: hashesOf(html, /<style>([\s\S]*?)<\/style>/g) },
  };
}
