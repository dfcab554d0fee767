// Restoring a moment of a document brings its lines back as they were: after any edits of head and lines.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile, type Answer, type Client } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const documents = "/digit-bind/stock-out-doc";
const lines = "/digit-bind/doc-detail";

function idIn(answer: Answer): string {
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}

const specs = recordsIn(await zhangwei.get("/digit-bind/spec/list", { size: 20 }));
const warehouseId = recordsIn(await zhangwei.get("/digit-bind/warehouse/list"))[0]?.["id"];

const newDocument = async () => idIn(await zhangwei.post(`${documents}/submit`, { docType: 9, warehouseId, remark: "起初" }));

const addLine = async (docId: string, place: number, num: number) => {
  const spec = specs[place % specs.length];
  const body = { docId, docKind: 2, productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num, realNum: 0 };
  return idIn(await zhangwei.post(`${lines}/submit`, body));
};

/** A document and its lines as people see them. */
async function stateOf(id: string) {
  const { remark, bizDate, docType } = objectIn(await zhangwei.get(`${documents}/detail`, { id }));
  const found = recordsIn(await zhangwei.get(`${lines}/list`, { docId_equal: id, docKind_equal: "2", size: 100 }));
  const told = found.map((line) => ({ id: String(line["id"]), num: line["num"], specId: line["specId"], remark: line["remark"] }));
  return { remark, bizDate, docType, lines: told.toSorted((one, other) => one.id.localeCompare(other.id)) };
}

const entries = z.array(z.object({ rows: z.array(z.object({ id: z.string(), resource: z.string() })) }));

/** Changes the document; answers the change, which names the moment. */
async function touch(id: string, remark: string): Promise<string> {
  expect(await zhangwei.post(`${documents}/submit`, { id, remark })).toMatchObject({ code: 200 });
  const [latest] = entries.parse(objectIn(await zhangwei.get(`${documents}/history`, { id }))["entries"]);
  return latest?.rows.find(({ resource }) => resource === "stock-out-doc")?.id ?? "";
}

/** Waits for a write that has to succeed. */
async function done(answer: Promise<Answer>): Promise<void> {
  expect(await answer).toMatchObject({ code: 200 });
}

const revert = (id: string, change: string, client: Client = zhangwei) => client.post(`${documents}/revert`, {}, { id, change });

describe("a whole moment of a document", () => {
  it.each([1, 2, 3])("has its lines again after any edits (%i)", async (seed) => {
    const { below, oneOf } = chanceFrom(seed);
    const id = await newDocument();
    const living: string[] = [await addLine(id, 0, 3)];
    const moments = [{ change: await touch(id, "第 0 步"), state: await stateOf(id) }];
    for (let step = 1; step <= 6; step += 1) {
      for (let edit = 0; edit < 3; edit += 1) {
        const act = below(3);
        const line = living[below(Math.max(1, living.length))];
        if (act === 0 || line === undefined) living.push(await addLine(id, step * 3 + edit, 1 + below(50)));
        else if (act === 1) await done(zhangwei.post(`${lines}/submit`, { id: line, num: 51 + below(50) }));
        else {
          await done(zhangwei.post(`${lines}/remove`, {}, { ids: line }));
          living.splice(living.indexOf(line), 1);
        }
      }
      moments.push({ change: await touch(id, `第 ${step} 步`), state: await stateOf(id) });
    }
    // Back and forth, each time from where the last restoration has led.
    for (let time = 0; time < 8; time += 1) {
      const { change, state } = oneOf(moments);
      expect(await revert(id, change)).toMatchObject({ code: 200 });
      expect(await stateOf(id)).toEqual(state);
    }
  });

  it("says how many lines it has written, and leaves none behind for a single field", async () => {
    const id = await newDocument();
    const kept = await addLine(id, 0, 3);
    const removed = await addLine(id, 1, 4);
    const change = await touch(id, "此时");
    const before = await stateOf(id);
    await zhangwei.post(`${lines}/submit`, { id: kept, num: 9 });
    expect(await zhangwei.post(`${lines}/remove`, {}, { ids: removed })).toMatchObject({ code: 200 });
    await addLine(id, 2, 5);
    expect(await zhangwei.post(`${documents}/submit`, { id, remark: "后来" })).toMatchObject({ code: 200 });
    const one = await zhangwei.post(`${documents}/revert`, {}, { id, change, fields: "remark" });
    expect(objectIn(one)).toEqual({ id, restored: ["remark"], kept: [] });
    expect((await stateOf(id)).lines).toHaveLength(2);
    expect(objectIn(await revert(id, change))).toEqual({ id, restored: [], kept: [], lines: 3 });
    expect(await stateOf(id)).toEqual(before);
  });

  it("is one as well where a line alone has changed, before and after it", async () => {
    const id = await newDocument();
    const line = await addLine(id, 0, 3);
    await touch(id, "此时");
    const states = [await stateOf(id)];
    for (const num of [7, 9]) {
      await done(zhangwei.post(`${documents}/submit-with-lines`, { id, lines: [{ id: line, num }] }));
      states.push(await stateOf(id));
    }
    await done(zhangwei.post(`${lines}/remove`, {}, { ids: line }));
    await done(zhangwei.post(`${documents}/submit`, { id, remark: "后来" }));
    const told = entries.parse(objectIn(await zhangwei.get(`${documents}/history`, { id }))["entries"]).slice(2, 4);
    const [second = "", first = ""] = told.map(({ rows }) => rows[0]?.id);
    expect(told.flatMap(({ rows }) => rows.map(({ resource }) => resource))).toEqual(["doc-detail", "doc-detail"]);
    await done(revert(id, first));
    expect(await stateOf(id)).toEqual(states[1]);
    await done(revert(id, second));
    expect(await stateOf(id)).toEqual(states[2]);
    await done(zhangwei.post(`${documents}/revert`, {}, { id, change: first, side: "before" }));
    expect(await stateOf(id)).toEqual(states[0]);
    // A line of a write that has changed the document as well names the moment of both.
    await done(zhangwei.post(`${documents}/submit-with-lines`, { id, remark: "一起", lines: [{ id: line, num: 20 }] }));
    const [both] = entries.parse(objectIn(await zhangwei.get(`${documents}/history`, { id }))["entries"]);
    const ofLine = both?.rows.find(({ resource }) => resource === "doc-detail")?.id ?? "";
    await done(zhangwei.post(`${documents}/revert`, {}, { id, change: ofLine, side: "before" }));
    expect(await stateOf(id)).toEqual(states[0]);
    await done(revert(id, ofLine));
    expect(await stateOf(id)).toMatchObject({ remark: "一起", lines: [{ num: 20 }] });
    const other = await newDocument();
    expect(await revert(other, first)).toMatchObject({ data: { error: "rowNotFound" } });
  });

  it.each([4, 5])("is compared with another one, with its lines, after any edits (%i)", async (seed) => {
    const { below } = chanceFrom(seed);
    const id = await newDocument();
    const moments = [{ change: await touch(id, "第 0 步"), state: await stateOf(id) }];
    for (let step = 1; step <= 5; step += 1) {
      for (let edit = 0; edit < 3; edit += 1) {
        const living = (await stateOf(id)).lines;
        const line = living[below(living.length + 1)];
        if (line === undefined) await addLine(id, step * 3 + edit, 1 + below(50));
        else if (below(2) === 0) await done(zhangwei.post(`${lines}/submit`, { id: line.id, num: 51 + below(50) }));
        else await done(zhangwei.post(`${lines}/remove`, {}, { ids: line.id }));
      }
      moments.push({ change: await touch(id, `第 ${step} 步`), state: await stateOf(id) });
    }
    const compared = z.object({
      entries: z.tuple([
        z.object({
          rows: z.array(
            z.object({
              resource: z.string(),
              row: z.string(),
              action: z.string(),
              fields: z.array(z.string()),
              before: z.looseObject({}),
              after: z.looseObject({}),
            }),
          ),
        }),
      ]),
    });
    for (const [place, from] of moments.entries())
      for (const to of moments.slice(place + 1)) {
        const answer = await zhangwei.get(`${documents}/history`, { id, from: from.change, to: to.change });
        const [{ rows }] = compared.parse(objectIn(answer)).entries;
        const changed = rows
          .filter(({ resource }) => resource === "doc-detail")
          .map(({ row, action, after }) => [row, action, action === "remove" ? undefined : after["num"]]);
        for (const { id: line, num } of from.state.lines)
          expect(rows.find(({ row, fields }) => row === line && fields.includes("num"))?.before["num"] ?? num).toBe(num);
        const [were, are] = [from.state.lines, to.state.lines];
        const removed = were.filter((one) => !are.some((other) => other.id === one.id)).map((one) => [one.id, "remove", undefined]);
        const others = are.flatMap((one) => {
          const was = were.find((other) => other.id === one.id);
          if (was === undefined) return [[one.id, "add", one.num]];
          return was.num === one.num ? [] : [[one.id, "edit", one.num]];
        });
        const inOrder = (list: readonly (readonly unknown[])[]) =>
          list.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])));
        expect(inOrder(changed)).toEqual(inOrder([...removed, ...others]));
        expect(rows[0]).toMatchObject({
          resource: "stock-out-doc",
          action: "edit",
          fields: ["remark"],
          after: { remark: to.state.remark },
        });
      }
  });

  it("is compared with what was before the first change; moments of other records and texts that name none are refused", async () => {
    const id = await newDocument();
    const line = await addLine(id, 0, 3);
    const change = await touch(id, "此时");
    const answer = await zhangwei.get(`${documents}/history`, { id, from: "", to: change });
    const [entry] = z.array(z.looseObject({ rows: z.array(z.looseObject({})) })).parse(objectIn(answer)["entries"]);
    expect(entry?.rows).toMatchObject([
      { resource: "stock-out-doc", row: id, action: "add" },
      { resource: "doc-detail", row: line, action: "add" },
    ]);
    expect(objectIn(answer)["linesUnknown"]).toBeUndefined();
    const other = await newDocument();
    expect(await zhangwei.get(`${documents}/history`, { id: other, from: "", to: change })).toMatchObject({
      data: { error: "rowNotFound" },
    });
    for (const [to, from] of [
      ["", ""],
      ["x", ""],
      [change, "1'"],
    ] as const)
      expect(await zhangwei.get(`${documents}/history`, { id, from, to })).toMatchObject({ status: 400 });
    const permissions = new Set(["stock-out-doc", "stockoutdoc_view"]);
    const limited = objectIn(await server.as("nobody", { permissions }).get(`${documents}/history`, { id, from: "", to: change }));
    expect(limited).toMatchObject({ linesUnknown: true, entries: [{ rows: [{ resource: "stock-out-doc" }] }] });
    expect(JSON.stringify(limited)).not.toContain("doc-detail");
  });

  it("names its lines by what lists show of them, also where they were only edited, and once they are gone", async () => {
    const id = await newDocument();
    const line = await addLine(id, 0, 3);
    await done(zhangwei.post(`${lines}/submit`, { id: line, num: 9 }));
    const rows = z.array(z.object({ rows: z.array(z.looseObject({ resource: z.string(), action: z.string() })) }));
    const lineIn = async (action: string) =>
      rows
        .parse(objectIn(await zhangwei.get(`${documents}/history`, { id }))["entries"])
        .flatMap((entry) => entry.rows)
        .find((row) => row.resource === "doc-detail" && row.action === action);
    const productName = z.object({ productName: z.string().min(2) });
    expect(productName.safeParse((await lineIn("edit"))?.["named"]).success).toBe(true);
    await done(zhangwei.post(`${lines}/remove`, {}, { ids: line }));
    expect(productName.safeParse((await lineIn("remove"))?.["named"]).success).toBe(true);
  });

  it("is refused as a whole by the guards of its lines: without their rights, and in a state that locks them", async () => {
    const id = await newDocument();
    const line = await addLine(id, 0, 3);
    const change = await touch(id, "此时");
    await zhangwei.post(`${lines}/submit`, { id: line, num: 9 });
    expect(await zhangwei.post(`${documents}/submit`, { id, remark: "后来" })).toMatchObject({ code: 200 });
    const permissions = new Set(["stock-out-doc", "stockoutdoc_view", "stockoutdoc_edit", "warehousebillproduct_view"]);
    expect(await revert(id, change, server.as("nobody", { permissions }))).toMatchObject({ status: 403 });
    const between = await stateOf(id);
    expect(between).toMatchObject({ remark: "后来", lines: [{ num: 9 }] });
    await write(server, "update stock_out_doc set status = 1 where id = $1", [id]);
    const refused = await revert(id, change);
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.msg).not.toBe("");
    expect(await stateOf(id)).toEqual(between);
  });
});

describe("the history of a document with many lines", () => {
  const pages = z.object({
    entries: z.array(z.object({ more: z.int().optional(), rows: z.array(z.looseObject({ resource: z.string(), action: z.string() })) })),
    next: z.string(),
  });
  const pageOf = async (id: string, before = "") => pages.parse(objectIn(await zhangwei.get(`${documents}/history`, { id, before })));
  const spec = specs[0];
  const sent = (num: number) => ({ productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num, realNum: 0 });
  const numbers = Array.from({ length: 25 }, (_none, at) => at + 1);

  it("tells of each write the document and some of its lines, and how many there are besides", async () => {
    const id = idIn(await zhangwei.post(`${documents}/submit-with-lines`, { docType: 9, warehouseId, lines: numbers.map(sent) }));
    const {
      entries: [only, ...others],
      next,
    } = await pageOf(id);
    const told = only?.rows.map(({ resource }) => resource).toSorted();
    expect([told, only?.more, others, next]).toEqual([[...Array.from({ length: 9 }, () => "doc-detail"), "stock-out-doc"], 16, [], ""]);
  });

  it("has each write on one page, whole", async () => {
    const id = idIn(await zhangwei.post(`${documents}/submit-with-lines`, { docType: 9, warehouseId, lines: numbers.map(sent) }));
    const stored = recordsIn(await zhangwei.get(`${lines}/list`, { docId_equal: id, docKind_equal: "2", size: 100 }));
    for (let write = 1; write <= 14; write += 1)
      await done(
        zhangwei.post(`${documents}/submit-with-lines`, {
          id,
          remark: `第 ${write} 次`,
          lines: stored.map((line) => ({ id: line["id"], num: 100 * write + Number(line["num"]) })),
        }),
      );
    const first = await pageOf(id);
    const second = await pageOf(id, first.next);
    const told = [...first.entries, ...second.entries];
    expect([first.entries.length, second.next]).toEqual([10, ""]);
    expect(told.map(({ rows, more }) => [rows.length, more])).toEqual(Array.from({ length: 15 }, () => [10, 16]));
    const own = told.map(({ rows }) => rows.find(({ resource }) => resource === "stock-out-doc")?.action);
    expect(own).toEqual([...Array.from({ length: 14 }, () => "edit"), "add"]);
  });
});
