// A document and its lines in one call: all of it or nothing, by the rights and guards of both, with what is wrong at its place.
import { describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile, type Answer } from "../../support/server.ts";
import { statementsOf } from "../../support/statements.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const documents = "/digit-bind/stock-out-doc";
const lines = "/digit-bind/doc-detail";

const [warehouse] = recordsIn(await zhangwei.get("/digit-bind/warehouse/list"));
const [spec] = recordsIn(await zhangwei.get("/digit-bind/spec/list"));
const head = { docType: 9, warehouseId: warehouse?.["id"] };
const line = (num: number, more: Readonly<Record<string, unknown>> = {}) => ({
  productId: spec?.["productId"],
  specId: spec?.["id"],
  layer: 1,
  num,
  realNum: 0,
  ...more,
});

const save = (body: Readonly<Record<string, unknown>>, client = zhangwei) => client.post(`${documents}/submit-with-lines`, body);

interface Saved {
  readonly id: string;
  readonly lines: readonly string[];
}

function savedIn(answer: Answer): Saved {
  expect(answer).toMatchObject({ code: 200 });
  const { id, lines: ids } = objectIn(answer);
  return { id: String(id), lines: Array.isArray(ids) ? ids.map(String) : [] };
}

const detail = async (id: string) => objectIn(await zhangwei.get(`${documents}/detail`, { id }));
const linesOf = async (docId: string) => recordsIn(await zhangwei.get(`${lines}/list`, { docId, docKind: "2", ascs: "id" }));
const issuesIn = (answer: Answer): readonly string[] => {
  const { issues } = objectIn(answer);
  return (Array.isArray(issues) ? issues : []).map((issue: { readonly path: readonly unknown[] }) => issue.path.join("."));
};
const countOf = async (): Promise<unknown> => objectIn(await zhangwei.get(`${documents}/list`, { size: "1" }))["total"];

describe("a new document with its lines", () => {
  it("is added as a whole, numbered, with what follows from its lines", async () => {
    const saved = savedIn(await save({ ...head, lines: [line(3), line(4)] }));
    expect(saved.lines).toHaveLength(2);
    const rows = await linesOf(saved.id);
    const document = await detail(saved.id);
    expect(rows.map(({ id, num, docKind, docNo }) => ({ id, num, docKind, docNo }))).toEqual(
      saved.lines.map((id, index) => ({ id, num: 3 + index, docKind: 2, docNo: document["docNo"] })),
    );
    expect(document["docNo"]).toMatch(/^CK/);
    expect(document["planNum"]).toBe(rows.reduce((sum, { unitNum }) => sum + Number(unitNum), 0));
    expect(Number(document["planNum"])).toBeGreaterThan(0);
  });

  it("is one entry of the history", async () => {
    const { id } = savedIn(await save({ ...head, lines: [line(3), line(4)] }));
    const entries = objectIn(await zhangwei.get(`${documents}/history`, { id }))["entries"];
    expect(entries).toMatchObject([{ call: "submit-with-lines", callTitle: "提交出库单及明细" }]);
    expect(JSON.stringify(entries).match(/"action":"add"/g)).toHaveLength(3);
  });

  it("is refused as a whole, with all that is wrong of its head and of its lines", async () => {
    const before = await countOf();
    const answer = await save({ docType: 2, lines: [line(3), line(-1, { layer: 99 }), line(5), { num: 2 }] });
    expect(answer).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(issuesIn(answer)).toEqual(
      expect.arrayContaining(["warehouseId", "toWarehouseId", "lines.1.num", "lines.1.layer", "lines.3.productId", "lines.3.specId"]),
    );
    expect(issuesIn(answer).some((path) => path.startsWith("lines.0") || path.startsWith("lines.2"))).toBe(false);
    expect(await countOf()).toBe(before);
  });

  it("is not there where a line is refused by what is stored", async () => {
    const before = await countOf();
    const answer = await save({ ...head, lines: [line(3), line(2_000_000_000, { layer: 3 })] });
    expect(answer).toMatchObject({ status: 400 });
    expect(issuesIn(answer).every((path) => path.startsWith("lines.1."))).toBe(true);
    expect(issuesIn(answer)).toHaveLength(1);
    const gone = await save({ ...head, lines: [line(3), line(3, { specId: "1234567890123456789" })] });
    expect(issuesIn(gone)).toEqual(["lines.1.specId"]);
    expect(await countOf()).toBe(before);
  });

  it("has the lines of its bill, where it is made from one, and no others", async () => {
    const [bill] = recordsIn(await zhangwei.get("/digit-bind/warehouse-out-bill/list", { status: "0" }));
    const ofBill = { ...head, docType: 9, warehouseOutBillId: bill?.["id"], warehouseId: bill?.["warehouseId"] };
    expect(await save({ ...ofBill, lines: [line(3)] })).toMatchObject({ status: 400, data: { error: "linesNotEntered" } });
  });

  it("takes as many statements for fifty lines as for five", async () => {
    const statements = async (count: number) => {
      const sent = await statementsOf(server, () => save({ ...head, lines: Array.from({ length: count }, (_none, at) => line(at + 1)) }));
      return sent;
    };
    await statements(2);
    expect(await statements(50)).toEqual(await statements(5));
  });

  it("has five hundred lines at most, which are changed and removed as one as well", async () => {
    const numbers = Array.from({ length: 500 }, (_none, at) => at + 1);
    const saved = savedIn(await save({ ...head, lines: numbers.map((number) => line(number)) }));
    expect(saved.lines).toHaveLength(500);
    expect(await save({ id: saved.id, lines: saved.lines.map((id, at) => ({ id, num: at + 2 })) })).toMatchObject({ code: 200 });
    expect((await linesOf(saved.id)).map(({ num }) => num)).toEqual(numbers.slice(0, 10).map((number) => number + 1));
    expect(await save({ id: saved.id, removedLines: saved.lines })).toMatchObject({ code: 200 });
    expect(await linesOf(saved.id)).toEqual([]);
  });
});

describe("a document that is there", () => {
  it("changes with its lines: some added, some changed, some gone, the others as they were", async () => {
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1), line(2), line(3)] }));
    const { version } = await detail(id);
    const [, second] = await linesOf(id);
    const answer = await save({
      id,
      version,
      remark: "改过",
      lines: [{ id: ids[1], version: second?.["version"], num: 20 }, line(40)],
      removedLines: [ids[0]],
    });
    expect(savedIn(answer)).toMatchObject({ id, lines: [ids[1], expect.any(String)] });
    expect(await detail(id)).toMatchObject({ remark: "改过" });
    expect((await linesOf(id)).map(({ num }) => num)).toEqual([20, 3, 40]);
  });

  it("is refused where somebody else changed it or one of its lines meanwhile", async () => {
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1)] }));
    const { version } = await detail(id);
    const [only] = await linesOf(id);
    await zhangwei.post(`${lines}/submit`, { id: ids[0], num: 9 });
    expect(await save({ id, version, lines: [{ id: ids[0], version: only?.["version"], num: 5 }] })).toMatchObject({
      status: 409,
      data: { error: "staleVersion" },
    });
    await zhangwei.post(`${documents}/submit`, { id, remark: "别人" });
    expect(await save({ id, version, remark: "我", lines: [line(7)] })).toMatchObject({ status: 409 });
    expect((await linesOf(id)).map(({ num }) => num)).toEqual([9]);
  });

  it("takes no line of another document, neither to change nor to remove", async () => {
    const [mine, other] = [savedIn(await save({ ...head, lines: [line(1)] })), savedIn(await save({ ...head, lines: [line(2)] }))];
    expect(await save({ id: mine.id, lines: [{ id: other.lines[0], num: 5 }] })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound", row: 0 },
    });
    // As one that is gone already: nothing has to go.
    expect(await save({ id: mine.id, removedLines: [other.lines[0]] })).toMatchObject({ code: 200 });
    expect(await save({ id: mine.id, lines: [{ id: mine.lines[0], num: 5, docId: other.id }] })).toMatchObject({ code: 200 });
    expect((await linesOf(other.id)).map(({ num }) => num)).toEqual([2]);
    expect((await linesOf(mine.id)).map(({ num }) => num)).toEqual([5]);
  });

  it("says which line somebody else has removed meanwhile, and goes on without it", async () => {
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1), line(2)] }));
    expect(await zhangwei.post(`${lines}/remove`, {}, { ids: String(ids[1]) })).toMatchObject({ code: 200 });
    const changed = ids.map((one) => ({ id: one, num: 6 }));
    expect(await save({ id, lines: changed })).toMatchObject({ status: 400, msg: expect.stringMatching(/^第 2 行/), data: { row: 1 } });
    expect(await save({ id, lines: changed.slice(0, 1), removedLines: [ids[1]] })).toMatchObject({ code: 200 });
    expect((await linesOf(id)).map(({ num }) => num)).toEqual([6]);
  });

  it("keeps its lines once it has begun", async () => {
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1)] }));
    expect(await zhangwei.post(`${documents}/void/${id}`)).toMatchObject({ code: 200 });
    expect(await save({ id, lines: [line(7)] })).toMatchObject({ status: 400 });
    expect(await save({ id, removedLines: ids })).toMatchObject({ status: 400 });
    expect((await linesOf(id)).map(({ num }) => num)).toEqual([1]);
  });
});

describe("who may save a document with its lines", () => {
  const clerk = (...keys: readonly string[]) => server.as("nobody", { permissions: new Set(["stock-out-doc", "doc-detail", ...keys]) });

  it("needs the right for the head and that for each line", async () => {
    const [mayHead, mayLines] = ["stockoutdoc_add", "warehousebillproduct_add"];
    expect(await save({ ...head, lines: [line(1)] }, clerk(mayHead))).toMatchObject({ status: 403 });
    expect(await save({ ...head, lines: [line(1)] }, clerk(mayLines))).toMatchObject({ status: 403 });
    expect(await save({ ...head }, clerk(mayHead))).toMatchObject({ code: 200 });
    expect(await save({ ...head, lines: [line(1)] }, clerk(mayHead, mayLines))).toMatchObject({ code: 200 });
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1)] }));
    const editor = clerk("stockoutdoc_edit", "warehousebillproduct_edit");
    expect(await save({ id, lines: [{ id: ids[0], num: 3 }] }, editor)).toMatchObject({ code: 200 });
    expect(await save({ id, lines: [line(1)] }, editor)).toMatchObject({ status: 403 });
    expect(await save({ id, removedLines: ids }, editor)).toMatchObject({ status: 403 });
  });

  it("reaches no document of another tenant", async () => {
    const { id } = savedIn(await save({ ...head, lines: [line(1)] }));
    expect(await save({ id, lines: [line(5)] }, server.as("chenqing"))).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await linesOf(id)).toHaveLength(1);
  });
});

describe("a body that is none", () => {
  it.each([
    ["lines that are no list", { ...head, lines: "x" }, "malformedParameter"],
    ["a line that is no object", { ...head, lines: [7] }, "malformedParameter"],
    ["too many lines", { ...head, lines: Array.from({ length: 501 }, () => line(1)) }, "tooManyRows"],
    ["ids that are none", { ...head, removedLines: ["x"] }, "malformedParameter"],
  ])("is refused: %s", async (_what, body, error) => {
    expect(await save(body)).toMatchObject({ status: 400, data: { error } });
  });

  it("names a line once", async () => {
    const { id, lines: ids } = savedIn(await save({ ...head, lines: [line(1)] }));
    const answer = await save({
      id,
      lines: [
        { id: ids[0], num: 2 },
        { id: ids[0], num: 3 },
      ],
    });
    expect(answer).toMatchObject({ status: 400, data: { error: "repeatedRow", row: 1 } });
  });
});
