// Addresses of the application, settings of the page, and the small sums of lists.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { blade } from "#schema/dialects/blade";
import { bladex } from "#schema/dialects/bladex";
import { differences } from "#schema/dialects/index";
import { areas } from "#generated/registry.ts";
import { groupDigits, withScale } from "#fields/digits.ts";
import { isPictureAddress } from "#fields/picture.tsx";
import { texts as applicationEn } from "#admin/i18n/texts/application.en.ts";
import { texts as applicationZh } from "#admin/i18n/texts/application.zh.ts";
import { texts as en } from "#admin/i18n/texts/first-page.en.ts";
import { texts as pagesEn } from "#admin/i18n/texts/pages.en.ts";
import { texts as pagesZh } from "#admin/i18n/texts/pages.zh.ts";
import { texts as zh } from "#admin/i18n/texts/first-page.zh.ts";
import { iconFiles } from "#admin/ui/icons/names.ts";
import { placeAfterSignIn, redirectFor, type AuthState } from "#admin/root.tsx";
import { offeredPages } from "#admin/screens/table/pager.tsx";
import { readSettings } from "#admin/browser/settings.ts";
import { placeAt } from "#admin/ui/panels/pop.tsx";
import { iconSprites } from "../../../scripts/icon-sprite.ts";

const stranger: AuthState = { isSignedIn: false, wasSignedOut: false, isLocked: false };
const person: AuthState = { ...stranger, isSignedIn: true };
const at = (pathname: string, search = "") => ({ pathname, search });

test("whoever is not signed in is sent to the sign-in page and back to where they were", () => {
  expect(redirectFor(stranger, at("/production/factory", "?current=3"))).toBe("/login?redirect=%2Fproduction%2Ffactory%3Fcurrent%3D3");
  expect(placeAfterSignIn("?redirect=%2Fproduction%2Ffactory%3Fcurrent%3D3")).toBe("/production/factory?current=3");
});

test("whoever signed out, or is signed in, gets no way back and no sign-in page", () => {
  expect(redirectFor({ ...stranger, wasSignedOut: true }, at("/production/factory"))).toBe("/login");
  expect(redirectFor(person, at("/login"))).toBe("/");
  expect(redirectFor(person, at("/production/factory"))).toBeUndefined();
});

test("error pages are public", () => {
  for (const pathname of ["/403", "/404", "/500", "/login"]) expect(redirectFor(stranger, at(pathname))).toBeUndefined();
});

test("while the page is locked every route leads to the lock page, and afterwards none does", () => {
  const locked = { ...person, isLocked: true };
  for (const pathname of ["/", "/login", "/404", "/production/factory", "/wel/index", "/nothing/here"])
    expect(redirectFor(locked, at(pathname)), pathname).toBe("/lock");
  expect(redirectFor(locked, at("/lock"))).toBeUndefined();
  expect(redirectFor(person, at("/lock"))).toBe("/");
  expect(redirectFor(stranger, at("/lock"))).toBe("/login");
  expect(placeAfterSignIn("?redirect=%2Flock")).toBe("/");
});

test("a way back never leads to another site", () => {
  for (const wanted of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/login?redirect=/login",
  ]) {
    expect(placeAfterSignIn(`?redirect=${encodeURIComponent(wanted)}`)).toBe("/");
  }
});

test("settings that the server writes into the page are taken over, nonsense is not", () => {
  expect(readSettings('{"captcha":false,"tokenTime":60}')).toMatchObject({
    captcha: false,
    tokenTime: 60,
    passwords: { signIn: "md5", chosen: "md5" },
  });
  expect(readSettings('{"dialect":"other","tokenTime":-1,"client":""}')).toMatchObject({
    dialect: bladex,
    tokenTime: 3000,
    client: "saber:saber_secret",
  });
  expect(readSettings(undefined)).toMatchObject({ dialect: bladex, captcha: true, tenant: "000000" });
});

test("a page is told only what differs in its dialect, and knows all of it", () => {
  const reported = JSON.stringify({ dialect: differences(blade) });
  expect(readSettings(reported).dialect).toEqual(blade);
  expect(differences(bladex)).toEqual({});
});

test("a transform of the settings is for signing in; passwords that are chosen follow it where the dialect has one way for both", () => {
  expect(readSettings('{"password":"plain"}').passwords).toEqual({ signIn: "plain", chosen: "plain" });
  const reported = JSON.stringify({ dialect: differences(blade), password: "md5" });
  expect(readSettings(reported).passwords).toEqual({ signIn: "md5", chosen: "plain" });
});

test("the pages that are offered lead everywhere in a few steps", () => {
  expect(offeredPages(1, 1)).toEqual([1]);
  expect(offeredPages(2, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(offeredPages(1, 20)).toEqual([1, 2, 3, 4, 5, "gap", 20]);
  expect(offeredPages(10, 20)).toEqual([1, "gap", 9, 10, 11, "gap", 20]);
  expect(offeredPages(20, 20)).toEqual([1, "gap", 16, 17, 18, 19, 20]);
});

test("digits are grouped without being rounded", () => {
  expect(groupDigits("1234567890123456789")).toBe("1,234,567,890,123,456,789");
  expect(groupDigits("-1234567.05")).toBe("-1,234,567.05");
  expect(groupDigits("n/a")).toBe("n/a");
  expect(withScale("12.5", 2)).toBe("12.50");
  expect(withScale("12.505", 2)).toBe("12.505");
});

test("only addresses of the web, of this site and pictures as data are loaded as pictures", () => {
  expect(["/demo/a.svg", "https://x.cn/a.png", "data:image/png;base64,x"].every(isPictureAddress)).toBe(true);
  expect(["javascript:alert(1)", "//evil.example/a.png", "data:text/html,x"].some(isPictureAddress)).toBe(false);
});

test("a panel opens below its button, above it where there is no room, and never outside the window", () => {
  const window = { width: 1000, height: 600 };
  expect(placeAt({ top: 10, bottom: 40, right: 900 }, { width: 200, height: 100 }, window)).toEqual({ left: 700, top: 46 });
  expect(placeAt({ top: 560, bottom: 590, right: 900 }, { width: 200, height: 100 }, window)).toEqual({ left: 700, top: 454 });
  expect(placeAt({ top: 10, bottom: 40, right: 60 }, { width: 200, height: 100 }, window)).toEqual({ left: 6, top: 46 });
});

test("the files with the icons are those that their names make, and the first holds every icon of the menu", async () => {
  for (const [file, sprite] of iconSprites()) expect(await readFile(file, "utf8")).toBe(sprite);
  const names: ReadonlySet<string> = new Set(iconFiles.icons);
  const wanted = areas.flatMap((area) => [area.icon, ...Object.values(area.icons ?? {})]);
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

/** Key → the names that the text fills in. */
function blanks(texts: object, prefix = ""): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === "string"
        ? [
            [
              prefix + name,
              [...text.matchAll(/\{\{(\w+)\}\}/g)]
                .map((match) => match[1] ?? "")
                .sort((left, right) => left.localeCompare(right))
                .join(","),
            ],
          ]
        : Object.entries(blanks(text as object, `${prefix}${name}.`)),
    ),
  );
}

test("both languages have the same texts, filled in with the same values, and none is empty", () => {
  expect(blanks(en)).toEqual(blanks(zh));
  expect(blanks(pagesEn)).toEqual(blanks(pagesZh));
  const names = (texts: object) => Object.keys(blanks(texts)).sort();
  expect(names(applicationEn)).toEqual(names(applicationZh));
  // What a sentence says may need fewer values in one language, never others.
  for (const [key, used] of Object.entries(blanks(applicationEn))) {
    const existing = blanks(applicationZh)[key]?.split(",") ?? [];
    for (const value of used.split(",")) expect(existing, key).toContain(value);
  }
});
