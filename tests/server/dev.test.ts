// `npm run dev`: a saved definition changes API, table and screen of the running program; one with a fault changes nothing and is named. As a
// program it is started in tests/browser/dev.test.ts.
import { readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundlePackages, packagesFolder } from "../../scripts/dev/packages.ts";
import { fingerprintText } from "../../scripts/generate/fingerprint.ts";
import { copyOfCheckout, type Checkout } from "../support/checkout.ts";
import { browserSources, startDevWithin, type DevWithin } from "../support/dev.ts";

let copy: Checkout;
let dev: DevWithin;
let token: string;
/** Of the packages that a process of their own has bundled, before anything is served. */
let bundledAt: number;

interface Envelope {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

const client = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;
/** md5 of "admin", as the browser sends it (docs/wire.md §3.1). */
const password = "21232f297a57a5a743894a0e4a801fc3";

async function signIn(): Promise<string> {
  const parameters = new URLSearchParams({ grant_type: "password", tenantId: "000000", username: "admin", password, scope: "all" });
  const answer = await fetch(`${dev.address}/api/blade-auth/oauth/token?${parameters}`, {
    method: "POST",
    headers: { authorization: client, "tenant-id": "000000" },
  });
  const { access_token } = (await answer.json()) as { readonly access_token: string };
  return access_token;
}

async function call(path: string, body?: unknown): Promise<Envelope> {
  const headers = {
    authorization: client,
    "blade-auth": `bearer ${token}`,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
  };
  const ask = () =>
    fetch(`${dev.address}/api${path}`, { headers, ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }) });
  // Another application closes the connections that nobody uses: a call that was about to use one is sent once more, as browsers do.
  const answer = await ask().catch(ask);
  return (await answer.json()) as Envelope;
}

const dataDirectory = () => path.join(copy.root, "data");
const bundledPackages = () => path.join(packagesFolder(dataDirectory()), "deps", "_metadata.json");

const screen = async (name: string) => (await fetch(`${dev.address}/generated/screens/${name}.json`)).text();

beforeAll(async () => {
  copy = copyOfCheckout(browserSources);
  const said: string[] = [];
  await bundlePackages(copy.root, dataDirectory(), (line) => said.push(line));
  expect(said).toEqual([]);
  bundledAt = statSync(bundledPackages()).mtimeMs;
  dev = await startDevWithin(copy);
  token = await signIn();
});

afterAll(async () => {
  await dev?.close();
  copy?.[Symbol.dispose]();
});

test("the page gets the settings of npm start's, so that it offers the same", async () => {
  const page = await (await fetch(`${dev.address}/`, { headers: { accept: "text/html" } })).text();
  const [, content = ""] = /<meta name="tracemark-settings" content="([^"]*)"/.exec(page) ?? [];
  expect(JSON.parse(content.replaceAll("&quot;", '"'))).toMatchObject({
    tenant: "000000",
    sessions: true,
    identityProviders: true,
    reorders: true,
    exports: true,
    workspace: true,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
});

test("pages get the packages as they were bundled ahead; the program that serves, which would keep the memory, does not bundle them", async () => {
  const main = await (await fetch(`${dev.address}/src/admin/main.tsx`)).text();
  const [, version] = /\/deps\/react_jsx-dev-runtime\.js\?v=(\w+)"/.exec(main) ?? [];
  expect(JSON.parse(readFileSync(bundledPackages(), "utf8"))).toMatchObject({ browserHash: version });
  expect(statSync(bundledPackages()).mtimeMs).toBe(bundledAt);
});

const shop = "resources/production/shop.ts";

const dockOptions = (outside: string) => `export const kinds = [[1, "室内", "Indoor"], [2, "${outside}", "Outside"]] as const;\n`;
const entrance = (label: string) =>
  `import { defineFields, text } from "#schema";\nexport default defineFields({ gate: text("${label}", "Gate") });\n`;
const dock = `import entrance from "./entrance.fields.ts";
import { kinds } from "./loading-dock.options.ts";
import { choice, defineResource, ref, text } from "#schema";
export default defineResource({
  name: "loading-dock",
  label: ["装车口", "Loading dock"],
  path: "/digit-bind/loading-dock",
  title: "name",
  fields: {
    ...entrance,
    kind: choice("类型", "Kind", { options: kinds }),
    factoryId: ref("factory", "工厂", "Factory", { search: "equal" }),
    name: text("名称", "Name", { required: true }),
  },
});
`;

test("what is saved is in the API, the table, the menu and the screen at once; a fault is named and changes nothing; a loss is refused", async () => {
  const source = copy.read(shop);
  const extended = source.replace("  fields: {", '  fields: {\n    crew: text("班制", "Crew", { max: 12, search: "like" }),');
  // A field more, and a resource more with what it takes from files beside it.
  copy.write("resources/production/loading-dock.options.ts", dockOptions("露天"));
  copy.write("resources/production/entrance.fields.ts", entrance("大门"));
  copy.write("resources/production/loading-dock.ts", dock);
  copy.write(shop, extended);
  const reported = await dev.until(/are up to date/);
  expect(reported).toContain(shop);
  expect(reported).toContain("loading-dock");

  const factory = await call("/digit-bind/factory/submit", { code: "DEV1", name: "开发厂" });
  const { id: factoryId } = factory.data as { readonly id: string };
  const submitted = (code: string, crew: string) =>
    call("/digit-bind/shop/submit", { factoryId, code, name: `车间${code}`, shopType: 4, status: 1, crew });
  expect(await submitted("DEV1", "四班三倒")).toMatchObject({ code: 200 });
  const found = () => call(`/digit-bind/shop/list?crew=${encodeURIComponent("三倒")}`);
  expect(await found()).toMatchObject({ data: { total: 1, records: [{ crew: "四班三倒" }] } });
  expect(await submitted("DEV2", "一二三四五六七八九十一二三")).toMatchObject({ code: 400 });
  expect(await screen("shop")).toContain("班制");
  expect(copy.read("generated/names.ts")).toContain('"crew"');

  expect(copy.read("generated/names.ts")).toContain('"loading-dock": "id" | "gate" | "kind" | "factoryId" | "name";');
  expect(await call("/digit-bind/loading-dock/submit", { name: "一号口" })).toMatchObject({ code: 200 });
  expect(await call("/digit-bind/loading-dock/list")).toMatchObject({ data: { total: 1, records: [{ name: "一号口" }] } });
  expect(JSON.stringify(await call("/blade-system/menu/routes"))).toContain("/production/loading-dock");
  for (const text of ["装车口", "露天", "大门"]) expect(await screen("loading-dock")).toContain(text);

  // A definition with a fault is named with file, line and remedy, and everything stays as it was.
  copy.write(shop, extended.replace('title: "name"', 'title: "nmae"'));
  expect(await dev.until(/1 problem/)).toMatch(
    /resources\/production\/shop\.ts:\d+ unknown-title title: there is no field "nmae" → Did you mean "name"\?/,
  );
  expect(await found()).toMatchObject({ code: 200, data: { total: 1 } });

  // What a save affects is served at once; all that follows from the definitions is written when nobody saves for a moment.
  copy.write(shop, extended.replace('"班制", "Crew"', '"班组", "Crew"'));
  await dev.until(/are up to date/);
  await expect.poll(() => screen("shop")).toContain("班组");
  await expect.poll(() => copy.read("generated/openapi.json")).toContain("班组");
  await expect.poll(() => copy.read("generated/fingerprint.txt")).toBe(await fingerprintText(copy.root));

  // A change that would lose data is refused with the statement it would take.
  copy.write(shop, source);
  expect(await dev.until(/DROP COLUMN|up to date/i)).toContain("crew");
  expect(await found()).toMatchObject({ data: { total: 1 } });

  // What is in files beside a definition is taken over when these are saved.
  copy.write("resources/production/loading-dock.options.ts", dockOptions("雨棚下"));
  copy.write("resources/production/entrance.fields.ts", entrance("门岗"));
  copy.write(shop, extended);
  await dev.until(/are up to date/);
  await expect.poll(() => screen("loading-dock")).toMatch(/雨棚下[^]*门岗|门岗[^]*雨棚下/);

  // A definition that is deleted is gone, without a stack of what would load it.
  const complained = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const name of ["loading-dock.ts", "loading-dock.options.ts", "entrance.fields.ts"])
    rmSync(path.join(copy.root, "resources/production", name));
  await dev.until(/are up to date/);
  await expect.poll(() => call("/digit-bind/loading-dock/list")).toMatchObject({ code: 404 });
  expect(complained.mock.calls).toEqual([]);
  complained.mockRestore();
});
