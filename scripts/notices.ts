// The notices of packages that a copy of the product contains: their licences ask for them in every copy.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Where a package is; its name comes last, behind the scope if it has one. */
const packageFolder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/** The folder of the package that a module belongs to; undefined for modules of our own and those that a bundler makes. */
export function packageOf(module: string): string | undefined {
  return module.startsWith("\0") ? undefined : packageFolder.exec(module)?.[0];
}

/** Whose the packages are that come without the text of their licence and without an author; those for one platform have its name behind. */
const holders: Readonly<Record<string, string>> = {
  "@ant-design/icons-svg": "Ant UED, https://xtech.antfin.com/",
  "@resvg/resvg-js": "yisibl and the contributors of https://github.com/yisibl/resvg-js",
};

/** Packages that state no licence in their manifest, and what their documentation says. */
const stated: Readonly<Record<string, string>> = { "combine-errors": "MIT" };

const mit = (holder: string): string => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const isc = (holder: string): string => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the
above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION,
ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

/** Texts that licences ask for in copies; of others an address is enough, or the archive has them (deploy/licenses). */
const standardTexts: Readonly<Record<string, (holder: string) => string>> = {
  MIT: mit,
  ISC: isc,
  "Apache-2.0": (holder) => `Copyright (c) ${holder}\n\nThe licence is that of deploy/licenses/Apache-2.0.txt.`,
  "MPL-2.0": (holder) => `Copyright (c) ${holder}\n\nIts source is at its repository; the licence is that of deploy/licenses/MPL-2.0.txt.`,
  "LGPL-3.0-or-later": (holder) =>
    `${holder}\n\nA library that is loaded as it is published, and may be replaced by another version: its source and the libraries in it are listed in its README.md and versions.json. The licences are those of deploy/licenses/LGPL-3.0.txt and GPL-3.0.txt.`,
};

interface Notice {
  /** Name and version. */
  readonly of: string;
  readonly license: string;
  readonly text: string;
}

function stringIn(value: unknown, name: string): string | undefined {
  const member: unknown = typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof member === "string" ? member : undefined;
}

/** Name and address of who made a package, without their mail. */
function authorIn(manifest: unknown): string | undefined {
  const author: unknown = typeof manifest === "object" && manifest !== null ? Reflect.get(manifest, "author") : undefined;
  return typeof author === "string" ? author.replace(/\s*<[^>]*>/, "") : stringIn(author, "name");
}

/** The notice of the package in a folder. Throws for one that has none: somebody has to look what it may be copied under. */
export function noticeOf(folder: string): Notice {
  const manifest: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const name = stringIn(manifest, "name") ?? path.basename(folder);
  const license = stringIn(manifest, "license") ?? stated[name] ?? "";
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(?:licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => readFileSync(path.join(folder, entry.name), "utf8").trim());
  const [, existing] = Object.entries(holders).find(([one]) => name === one || name.startsWith(`${one}-`)) ?? [];
  const holder = existing ?? authorIn(manifest);
  const standard = holder === undefined ? undefined : standardTexts[license]?.(holder);
  if (texts.length === 0 && standard !== undefined) texts.push(standard);
  if (texts.length === 0) throw new Error(`${name} has no text of its licence (${license}): scripts/notices.ts has to say whose it is`);
  return { of: `${name} ${stringIn(manifest, "version") ?? ""}`, license, text: texts.join("\n\n") };
}

/** All notices, each package once, in the order of their names. */
export function noticesOf(folders: Iterable<string>): string {
  const notices = new Map(
    [...new Set(folders)].filter((folder) => existsSync(path.join(folder, "package.json"))).map((folder) => [folder, noticeOf(folder)]),
  );
  const once = new Map([...notices.values()].map((notice) => [notice.of, notice]));
  return [...once.values()]
    .sort((left, right) => (left.of < right.of ? -1 : 1))
    .map(({ of, license, text }) => `${"=".repeat(80)}\n${of}${license === "" ? "" : ` (${license})`}\n${"=".repeat(80)}\n\n${text}\n`)
    .join("\n");
}
