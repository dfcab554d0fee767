// Lines with a value that their document has once: it moves between them in one call, and is where it was in a moment that is restored.
import { describe, expect, it } from "vitest";
import { code, defineResource, ref, text } from "#schema";
import { isRecord } from "#schema/json";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { productModel } from "../../support/product-model.ts";
import { modelOf, serverOfFile, type Answer, type Client } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

// Known to the model of these tests only, so the type of names does not list them.
const the = { rack: "rack" as never, slot: "slot" as never };

const rack = defineResource({
  name: the.rack,
  label: ["架", "Rack"],
  path: "/test/rack",
  title: "name",
  details: { resource: the.slot, by: "rackId", label: ["格", "Slots"] },
  fields: { name: text("名称", "Name", { required: true, max: 32 }) },
});

const slot = defineResource({
  name: the.slot,
  label: ["格", "Slot"],
  path: "/test/slot",
  title: "sign",
  unique: [["rackId", "sign"]],
  fields: {
    sign: code("代号", "Sign", { required: true, max: 16 }),
    rackId: ref(the.rack, "架", "Rack", { required: true }),
  },
});

// With the history of the product.
const history = productModel.resources.filter(({ name }) => ["row-change", "log-usual"].includes(name)).map(({ data }) => data);
const server = await serverOfFile({ model: modelOf([rack, slot, ...history]) });
const zhangwei = server.as("zhangwei");

const save = (body: Body) => zhangwei.post("/test/rack/submit-with-lines", body);
async function saved(body: Body): Promise<{ readonly id: string; readonly lines: readonly string[] }> {
  const answer = await save(body);
  expect(answer).toMatchObject({ code: 200 });
  const { id, lines } = objectIn(answer);
  return { id: String(id), lines: Array.isArray(lines) ? lines.map(String) : [] };
}
const slotsOf = async (rackId: string, client: Client = zhangwei) =>
  Object.fromEntries(recordsIn(await client.get("/test/slot/list", { rackId, size: 50 })).map((row) => [row["id"], row["sign"]]));

/** Names the moment at which a rack is now. */
async function momentOf(id: string): Promise<string> {
  const { entries } = objectIn(await zhangwei.get("/test/rack/history", { id }));
  const rows = (Array.isArray(entries) ? entries.filter(isRecord) : []).flatMap(({ rows: all }) => (Array.isArray(all) ? all : []));
  return String(rows.filter(isRecord).find(({ resource }) => resource === "rack")?.["id"] ?? "");
}
const revert = (id: string, change: string, client: Client = zhangwei): Promise<Answer> =>
  client.post("/test/rack/revert", {}, { id, change });

describe("a value that a document has once", () => {
  it("goes from a line that is removed to one that is changed, and to one that is added", async () => {
    const { id, lines } = await saved({ name: "甲", lines: [{ sign: "A" }, { sign: "B" }, { sign: "C" }] });
    const [first = "", second = "", third = ""] = lines;
    const moved = await saved({ id, lines: [{ id: second, sign: "A" }, { sign: "C" }], removedLines: [first, third] });
    expect(await slotsOf(id)).toEqual({ [second]: "A", [moved.lines[1] ?? ""]: "C" });
  });

  it("is refused where two lines end with it, and nothing of the call is written", async () => {
    const { id, lines } = await saved({ name: "乙", lines: [{ sign: "A" }, { sign: "B" }] });
    const answer = await save({ id, lines: [{ id: lines[1], sign: "C" }, { sign: "A" }] });
    expect(answer).toMatchObject({ status: 400, data: { issues: [{ code: "duplicate" }] } });
    expect(new Set(Object.values(await slotsOf(id)))).toEqual(new Set(["A", "B"]));
  });

  it("is again where it was, once a moment from before its move is restored, and the other way about", async () => {
    const { id, lines } = await saved({ name: "丙", lines: [{ sign: "A" }, { sign: "B" }] });
    const [first = "", second = ""] = lines;
    const before = { change: await momentOf(id), slots: await slotsOf(id) };
    const moved = await saved({ id, name: "丙二", lines: [{ id: second, sign: "A" }, { sign: "B" }], removedLines: [first] });
    const after = { change: await momentOf(id), slots: await slotsOf(id) };
    expect(after.slots).toEqual({ [second]: "A", [moved.lines[1] ?? ""]: "B" });
    for (const { change, slots } of [before, after, before]) {
      expect(await revert(id, change)).toMatchObject({ code: 200 });
      expect(await slotsOf(id)).toEqual(slots);
    }
  });
});

describe("lines that a restoration does not know", () => {
  it("are told to whoever may not list lines, or sees only some, whether there are any or not", async () => {
    const { id, lines } = await saved({ name: "丁", lines: [{ sign: "A" }] });
    const change = await momentOf(id);
    await saved({ id, name: "丁二", lines: [{ id: lines[0], sign: "B" }] });
    const permissions = new Set(["rack", "rack_view", "rack_edit"]);
    const without = server.as("nobody", { permissions });
    expect(objectIn(await revert(id, change, without))).toEqual({ id, restored: ["name"], kept: [], linesUnknown: true });
    expect(await slotsOf(id)).toEqual({ [lines[0] ?? ""]: "B" });
    const some = server.as("zhangwei", {
      rowLimits: new Map([["slot", () => ({ shape: "some", parameters: [], sql: () => "t.sign <> 'B'" })]]),
    });
    expect(objectIn(await revert(id, change, some))).toEqual({ id, restored: [], kept: [], linesUnknown: true });
    expect(objectIn(await revert(id, change))).toEqual({ id, restored: [], kept: [], lines: 1 });
  });

  it("are told where there are more than a history has", async () => {
    const { id, lines } = await saved({ name: "戊", lines: [{ sign: "A" }] });
    const change = await momentOf(id);
    await saved({ id, name: "戊二", lines: [{ id: lines[0], sign: "B" }] });
    await write(
      server,
      `insert into slot (id, tenant_id, rack_id, sign, is_deleted, version)
       select 900000000000000000 + n, tenant_id, rack_id, 'N' || n, 0, 1 from slot, generate_series(1, 1000) n where id = $1`,
      [lines[0]],
    );
    expect(objectIn(await revert(id, change))).toEqual({ id, restored: ["name"], kept: [], linesUnknown: true });
    expect(recordsIn(await zhangwei.get("/test/slot/list", { rackId: id, sign: "B" })).map((row) => row["id"])).toEqual(lines);
  });

  it("are none where all of them are known", async () => {
    const { id } = await saved({ name: "己", lines: [{ sign: "A" }] });
    const change = await momentOf(id);
    await saved({ id, name: "己二" });
    expect(objectIn(await revert(id, change))).toEqual({ id, restored: ["name"], kept: [] });
  });
});
