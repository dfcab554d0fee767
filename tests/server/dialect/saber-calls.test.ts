// The platform's own front end at this server: each of its calls is taken as it sends it, or is listed with the reason why not.
import { readXlsx } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blade } from "#schema/dialects/blade";
import { isRecord } from "#schema/json";
import { call, menuIds, openTestServer, people, signIn, type OpenedServer, type Token } from "../auth/fixture.ts";
import { saberDownloads, saberElsewhere, saberForms, saberReads, saberWrites } from "./saber-calls.ts";

let server: OpenedServer;
let token: Token;

/** Rows that the facts name as `@name`, by their ids. */
const values: Readonly<Record<string, string>> = {
  self: people.platform.id,
  user: people.clerk.id,
  other: people.admin.id,
  role: people.clerk.role,
  dept: "3003",
  post: "3103",
  menu: menuIds.get("notice") ?? "",
  topmenu: "8001",
  datasource: "8002",
  code: "8003",
};

beforeAll(async () => {
  server = await openTestServer();
  token = await signIn(server.app, "platform");
  await server.database.owner.transaction((tx) =>
    tx.batch(
      [
        `insert into topmenu (id, tenant_id, name, code, source, sort) values (8001, '000000', 'top', 'top', 'shop', 1)`,
        `insert into datasource (id, name, driver_class, url, username) values (8002, 'source', 'com.mysql.cj.jdbc.Driver', 'jdbc:mysql://db.example.com/shop', 'root')`,
        `insert into code (id, datasource_id, code_name, service_name, table_name) values (8003, 8002, 'code', 'service', 'a_table')`,
        `insert into region (code, parent_code, name, level, sort) values ('11', '00', '北京市', '1', 1)`,
      ].map((sql) => ({ sql, parameters: [] })),
    ),
  );
});
afterAll(() => server.close());

/** Where this server has what the open-source edition has elsewhere. */
function ours(path: string): string {
  const rule = blade.moved.find(([, theirs]) => path === theirs || path.startsWith(`${theirs}/`));
  return rule === undefined ? path : rule[0] + path.slice(rule[1].length);
}

const get = async (path: string, query: Readonly<Record<string, string>> = {}) =>
  (await call(server.app, token, `GET ${path}`, { query })).body;
const post = async (path: string, payload?: object, query: Readonly<Record<string, string>> = {}) =>
  (await call(server.app, token, `POST ${path}`, { query, ...(payload === undefined ? {} : { payload }) })).body;

const valueOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(valueOf);
  if (isRecord(value)) return filled(value);
  return typeof value === "string" && value.startsWith("@") ? values[value.slice(1)] : value;
};
const filled = <T>(members: Readonly<Record<string, T>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, valueOf(value)]));
const texts = (query: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(filled(query)).map(([name, value]) => [name, String(value)]));

/** The rows of a page or a list, or the one of a view. */
function rowsIn(data: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(data)) return data.filter(isRecord);
  if (!isRecord(data)) return [];
  return "records" in data ? rowsIn(data["records"]) : [data];
}

const idIn = (data: unknown): string => (isRecord(data) ? String(data["id"]) : "");

describe("what its screens read", () => {
  it.each(saberReads)("GET $path $query", async ({ path, query }) => {
    expect(await get(ours(path), texts(query))).toMatchObject({ code: 200 });
  });
});

describe("a form adds a row, sends it back whole with a change, and removes it", () => {
  it.each(saberForms)("$path", async ({ path: theirs, added, edited = "submit", changed, stored = {}, removedBy, isListed }) => {
    const path = ours(theirs);
    const answer = await post(`${path}/submit`, filled(added));
    expect(answer).toMatchObject({ code: 200 });
    const id = removedBy === "code" ? String(added["code"]) : idIn(answer.data);
    const list = ours(`${theirs}/list`);
    const opened = async () => {
      const { data } =
        isListed === true ? await get(list, { id_equal: id }) : await get(`${path}/detail`, removedBy === "code" ? { code: id } : { id });
      const [row] = rowsIn(data);
      return row ?? {};
    };
    const row = await opened();
    expect(row).toMatchObject(stored);
    expect(await post(`${path}/${edited}`, { ...row, ...changed })).toMatchObject({ code: 200 });
    const after = await opened();
    // What is compared and counted with is a number; text and number are joined otherwise ("1" + 1). Keys of dictionaries are texts on Blade too.
    const numbers = Object.entries(added).filter(([name, value]) => typeof value === "number" && name in row && name !== "dictKey");
    expect(numbers.filter(([name]) => typeof row[name] !== "number").map(([name]) => name)).toEqual([]);
    const compared = Object.entries(changed).filter(([name]) => name in row && !/secret|password/i.test(name));
    for (const [name, value] of compared) expect(String(after[name]), name).toBe(String(value).replace(" 00:00:00", ""));
    expect(await post(`${path}/remove`, undefined, removedBy === "code" ? { id } : { ids: id })).toMatchObject({ code: 200 });
  });
});

it.each(saberWrites)("POST $path", async ({ path, query, body }) => {
  const sent = body === undefined ? undefined : valueOf(body);
  expect(await post(ours(path), isRecord(sent) || Array.isArray(sent) ? sent : undefined, texts(query))).toMatchObject({ code: 200 });
});

describe("what it opens in a window of the browser", () => {
  const open = (path: string, query: Readonly<Record<string, string>> = {}, who = token) =>
    server.app.inject({
      method: "GET",
      url: `/api${ours(path)}`,
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, value.replace("@token", who.access_token)])),
    });

  it.each(saberDownloads)("GET $path", async ({ path, query }) => {
    const answer = await open(path, query);
    expect(answer.headers["content-type"]).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    const { sheets } = await readXlsx(answer.rawPayload);
    const [heads = [], ...rows] = sheets[0]?.rows ?? [];
    expect(rows.map((row) => row[heads.indexOf("登录账号")])).toEqual(["clerk"]);
    // Nobody's address takes the place of a token, and nobody exports without the right to.
    expect((await open(path, { account: "clerk" })).json()).toMatchObject({ code: 401 });
    const clerk = await signIn(server.app, "clerk");
    expect((await open(path, query, clerk)).json()).toMatchObject({ code: 403 });
  });
});

it.each(Object.entries(saberElsewhere))("%s is not here: %s", async (path) => {
  const answers = await Promise.all((["GET", "POST"] as const).map((method) => call(server.app, token, `${method} ${ours(path)}`)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});
