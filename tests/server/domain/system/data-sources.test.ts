// Data sources as administrators keep them: addresses are checked at their field, passwords go in and never out, and the test connects.
import { describe, expect, it } from "vitest";
import { connectionsPerMinute } from "../../../../src/server/data-sources/attempts.ts";
import { freshDatabase, overTcp } from "../../../support/postgres.ts";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile, testMoment } from "../../../support/server.ts";

let minute = 0;
const server = await serverOfFile({ milliseconds: () => testMoment + 60_000 * minute });
const administrator = server.as("administrator");
const english = server.as("administrator", {}, "en");
const connection = await freshDatabase();
const { host, port } = await overTcp(connection);

const path = "/blade-system/datasource";
const url = `jdbc:postgresql://${host}:${port}/${connection.database}`;
const login = { username: connection.user, password: [connection.password].find((one) => one !== "") ?? "none" };
const driverClass = "org.postgresql.Driver";
let count = 0;

const submit = (values: Readonly<Record<string, unknown>>) =>
  english.post(`${path}/submit`, { name: `数据源${(count += 1)}`, driverClass, url, ...login, ...values });
const added = async (values: Readonly<Record<string, unknown>> = {}): Promise<string> => String(objectIn(await submit(values))["id"]);
const tested = (id: string, client = english) => client.post(`${path}/test/${id}`);

describe("the row of a data source", () => {
  it.each([
    ["url", { url: "jdbc:oracle:thin:@//db.example.com:1521/shop" }, "JDBC URL"],
    ["url", { url: "http://169.254.169.254/latest/meta-data" }, "JDBC URL"],
    ["url", { url: "jdbc:mysql://db.example.com/shop" }, "another driver"],
    ["url", { url: "jdbc:postgresql://root:secret@db.example.com/shop" }, "their own fields"],
    ["driverClass", { driverClass: "oracle.jdbc.OracleDriver" }, "Only PostgreSQL and MySQL"],
  ])("is refused at %s for %j", async (field, values, sentence) => {
    expect(await submit(values)).toMatchObject({
      status: 400,
      data: { issues: [{ path: [field], message: expect.stringContaining(sentence) }] },
    });
  });

  it("keeps the password encrypted and answers it nowhere", async () => {
    const id = await added({ password: "a-secret-of-ours" });
    const answers = await Promise.all([
      administrator.get(`${path}/detail`, { id }),
      administrator.get(`${path}/list`, { size: 100 }),
      administrator.get(`${path}/select`),
    ]);
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(JSON.stringify(answers)).not.toContain("a-secret-of-ours");
  });

  it("that leads to another host takes its password anew, so that nobody has the stored one sent to a host of their own", async () => {
    const id = await added();
    const moved = { id, url: "jdbc:postgresql://evil.example.com/shop" };
    const change = (values: object) => english.post(`${path}/submit`, values);
    expect(await change(moved)).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["password"], message: expect.stringContaining("The host has changed") }] },
    });
    expect(await change({ ...moved, password: "" })).toMatchObject({ status: 400 });
    expect(await change({ id, url: url.replace(connection.database, "other") })).toMatchObject({ status: 200 });
    expect(await change({ ...moved, password: "new" })).toMatchObject({ status: 200 });
  });
});

describe("the test of a connection", () => {
  it("answers what was connected to", async () => {
    expect(await tested(await added())).toMatchObject({ status: 200, data: { server: expect.stringMatching(/^PostgreSQL \d+/) } });
  });

  it("answers a failure as a sentence in the language of the reader", async () => {
    const id = await added({ url: `jdbc:postgresql://${host}:${port}/nothing_here` });
    expect(await tested(id)).toMatchObject({ status: 400, msg: "There is no database “nothing_here”", data: { error: "notConnected" } });
    expect(await tested(id, administrator)).toMatchObject({ status: 400, msg: "数据库“nothing_here”不存在" });
  });

  it("goes to no internal address that the operator did not name", async () => {
    const id = await added({ url: "jdbc:postgresql://169.254.169.254:80/latest" });
    expect(await tested(id)).toMatchObject({ status: 400, msg: expect.stringContaining("INTERNAL_HOSTS") });
  });

  it("is for the platform's administrator alone", async () => {
    const id = await added();
    expect(await tested(id, server.as("zhangwei"))).toMatchObject({ status: 403 });
    expect(await tested(id, server.as("nobody"))).toMatchObject({ status: 403 });
    expect(await tested("404")).toMatchObject({ status: 400 });
  });

  it("may be made so many times in a minute", async () => {
    minute += 1;
    const id = await added({ url: "jdbc:postgresql://127.0.0.1:1/shop" });
    for (let time = 0; time < connectionsPerMinute; time += 1) expect((await tested(id)).status).toBe(400);
    expect(await tested(id)).toMatchObject({ status: 429, msg: expect.stringContaining(String(connectionsPerMinute)) });
    minute += 1;
    expect(await tested(id)).toMatchObject({ status: 400, data: { error: "notConnected" } });
  });
});
