// The server's menu in the browser: screens, embedded pages, windows of their own, and who gets a token (docs/specification.md §2,
// docs/wire.md §7).
import { expect, test } from "vitest";
import { flatMenu, leafAt, menuIn } from "#admin/workspace/menu.ts";
import { mayEmbed, sandboxOf, siteOf, withToken } from "#admin/workspace/token-address.ts";

const here = "https://console.example.com";
const row = (id: string, path: string, more: object = {}) => ({
  id,
  code: `code${id}`,
  name: `name${id}`,
  path,
  source: "",
  isOpen: 1,
  ...more,
});
const leaf = (path: string, more: object = {}) => menuIn([row("7", path, more)])[0];

test("a path of the web, or with html in it, is shown in the embedded page", () => {
  expect(leaf("https://reports.example.com/a?b=c")).toMatchObject({
    path: "/myiframe/7",
    embedded: "https://reports.example.com/a?b=c",
    href: undefined,
  });
  expect(leaf("/static/help.html")).toMatchObject({ path: "/myiframe/7", embedded: "/static/help.html" });
});

test("an external link opens a window of its own, whatever its path", () => {
  expect(leaf("https://reports.example.com/", { isOpen: 2 })).toMatchObject({
    path: undefined,
    embedded: undefined,
    href: "https://reports.example.com/",
  });
  expect(leaf("/production/factory", { isOpen: 2 })).toMatchObject({ path: undefined, href: "/production/factory" });
});

test("addresses that a browser would run are neither followed nor embedded", () => {
  for (const path of ["javascript:alert(1)", "data:text/html,x", "//evil.example/a.html", "/\\evil.example/a.html"]) {
    expect(leaf(path, { isOpen: 2 })?.href, path).toBeUndefined();
    expect(leaf(path)?.embedded ?? "", path).toBe("");
  }
  // Without "html" in it a path is one of our screens.
  for (const path of ["//evil.example", "/\\evil.example/a", "/\t/evil.example", "\\\\evil.example"]) {
    expect(leaf(path, { isOpen: 2 })?.href, path).toBeUndefined();
    expect(leaf(path)?.path, path).toBeUndefined();
  }
});

test("a parent is a container, and a leaf at the top has its page at its /index child", () => {
  const menu = menuIn([row("1", "/area", { children: [row("2", "/area/one")] }), row("3", "/alone")]);
  expect(menu.map((item) => item.path)).toEqual([undefined, "/alone/index"]);
  expect(leafAt(menu, "/area")).toBeUndefined();
  expect([leafAt(menu, "/area/one"), leafAt(menu, "/alone"), leafAt(menu, "/alone/")].map((item) => item?.key)).toEqual(["0-0", "1", "1"]);
});

test("an item with a list of roles is in the menu of people with one of them only, and an area of such items with it", () => {
  const rows = [
    row("1", "/area", {
      children: [row("2", "/area/one", { roles: ["auditor"] }), row("3", "/area/two", { meta: { roles: "auditor,admin" } })],
    }),
    row("4", "/hidden", { children: [row("5", "/hidden/one", { roles: ["nobody-has-this"] })] }),
    row("6", "/other", { roles: [] }),
  ];
  const seen = (roles?: readonly string[]) => flatMenu(menuIn(rows, roles)).map(({ code }) => code);
  expect(seen(["auditor"])).toEqual(["code1", "code2", "code3", "code6"]);
  expect(seen(["admin", "user"])).toEqual(["code1", "code3", "code6"]);
  expect(seen([])).toEqual(["code6"]);
  // The preview of another person's menu.
  expect(seen()).toHaveLength(6);
});

test("two entries of one name, code and path break nothing", () => {
  const twin = { code: "twin", name: "twin", path: "https://reports.example.com/" };
  const menu = menuIn([
    { id: "1", ...twin },
    { id: "2", ...twin },
    { id: "3", ...twin, path: "/area/x" },
    { id: "4", ...twin, path: "/area/x" },
  ]);
  expect(new Set(flatMenu(menu).map((item) => item.key)).size).toBe(4);
  expect(menu.map((item) => item.path)).toEqual(["/myiframe/1", "/myiframe/2", "/area/x", "/area/x"]);
  expect(leafAt(menu, "/area/x")?.key).toBe("2");
});

test("the token is filled in for the sites that are trusted with it, and for no other", () => {
  const trusted = ["https://reports.example.com"];
  const filled = (address: string) => withToken(address, "a+b", trusted, here);
  expect(filled("https://reports.example.com/?t=${token}&u=1")).toBe("https://reports.example.com/?t=a%2Bb&u=1");
  for (const address of [
    "https://evil.example/?t=${token}",
    "http://reports.example.com/?t=${token}",
    "https://reports.example.com:8443/?t=${token}",
    "https://reports.example.com@evil.example/?t=${token}",
    "https://${token}.evil.example/",
    "/own.html?t=${token}",
  ])
    expect(filled(address), address).not.toContain("a%2Bb");
});

test("a site may be embedded when it is this one, or named, or below one that is named with a star", () => {
  const sources = ["https://reports.example.com", "https://*.bi.example.com"];
  const may = (address: string) => {
    const url = siteOf(address, here);
    return url !== undefined && mayEmbed(url, sources, here);
  };
  for (const address of ["/help.html", "https://reports.example.com/x", "https://a.bi.example.com/", "https://a.b.bi.example.com/"])
    expect(may(address), address).toBe(true);
  for (const address of [
    "http://reports.example.com/",
    "https://reports.example.com:444/",
    "https://bi.example.com/",
    "https://evilbi.example.com/",
    "ftp://reports.example.com/",
  ])
    expect(may(address), address).toBe(false);
});

test("an embedded page never moves the whole window, and one of this site gets no origin", () => {
  const sandbox = (address: string) => sandboxOf(new URL(address, here), here).split(" ");
  for (const address of ["/help.html", "https://reports.example.com/"])
    expect(sandbox(address).join(" "), address).not.toMatch(/top-navigation|modals/);
  expect(sandbox("/help.html")).not.toContain("allow-same-origin");
  expect(sandbox("https://reports.example.com/")).toContain("allow-same-origin");
});
