// Ranges of serials that went to printers: in order, counted, and none twice (catalogue, codemakerecord).
import { expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const path = "/digit-manage/codemakerecord";
const line = (detailNo: string) => idOf(zhangwei, "/digit-manage/code-gen-record-detail", { detailNo_equal: detailNo });
const [bottles, cases] = [await line("SC202502250001-1"), await line("SC202502250001-3")];
const codeMakeRuleId = await idOf(zhangwei, "/digit-manage/code-make-rule", { name_equal: "箱物流码" });
const submit = (body: Body) => zhangwei.post(`${path}/submit`, { codeMakeRuleId, codeGenRecordDetailId: cases, ...body });

it("are in order, whole, and say how many there are", async () => {
  expect(await submit({ startSerial: 5000, endSerial: 4999, num: 1 })).toMatchObject({
    status: 400,
    msg: expect.stringContaining("结束流水不能小于“起始流水”"),
  });
  expect(await submit({ startSerial: 5000, num: 1 })).toMatchObject({ status: 400, msg: expect.stringContaining("请输入结束流水") });
  expect(await submit({ startSerial: 5000, endSerial: 5009, num: 10 })).toMatchObject({ code: 200 });
  expect(await submit({ num: 3 })).toMatchObject({ code: 200 });
});

it("decide about the quantity: another one is refused under its name, that of the serials before follows", async () => {
  const other = { status: 400, data: { issues: [{ code: "notAllowed", path: ["num"] }] } };
  expect(await submit({ startSerial: 6000, endSerial: 6009, num: 77 })).toMatchObject(other);
  const id = String(objectIn(await submit({ startSerial: 6000, endSerial: 6009, num: 10 }))["id"]);
  const opened = async () => objectIn(await zhangwei.get(`${path}/detail`, { id }));
  expect(await submit({ id, num: 44 })).toMatchObject({
    ...other,
    msg: "起始流水 6000 至结束流水 6009 共 10 个，制码数量不能为其他值",
  });
  expect(await opened()).toMatchObject({ num: 10 });
  expect(await submit({ ...(await opened()), endSerial: 6019 })).toMatchObject({ code: 200 });
  expect(await opened()).toMatchObject({ num: 20 });
});

it("overlap no other record of their line that is not void", async () => {
  const overlapping = await submit({ startSerial: 1000, endSerial: 1200, num: 201 });
  expect(overlapping).toMatchObject({ status: 400, msg: expect.stringContaining("与制码记录“ZM202503020002”（1 – 1000）重叠") });
  expect(await submit({ startSerial: 1001, endSerial: 1200, num: 200 })).toMatchObject({ code: 200 });
  // The same serials of another line are other codes; those of a void record are free again.
  expect(await submit({ codeGenRecordDetailId: bottles, startSerial: 1, endSerial: 1000, num: 1000 })).toMatchObject({ code: 200 });
  const id = await idOf(zhangwei, path, { makeNo_equal: "ZM202503020002" });
  expect(await zhangwei.post(`${path}/submit`, { id, startSerial: 1, endSerial: 1001 })).toMatchObject({ status: 400 });
  expect(await zhangwei.post(`${path}/submit`, { id, remark: "加急" })).toMatchObject({ code: 200 });
  expect(await zhangwei.post(`${path}/void/${id}`)).toMatchObject({ code: 200 });
  expect(await submit({ startSerial: 1, endSerial: 1000, num: 1000 })).toMatchObject({ code: 200 });
});

it("are made, then delivered; what is delivered is not called off, and nothing is delivered before it is made", async () => {
  const id = String(objectIn(await submit({ num: 5 }))["id"]);
  const act = (action: string) => zhangwei.post(`${path}/${action}/${id}`);
  const state = async () => objectIn(await zhangwei.get(`${path}/detail`, { id }));
  expect(await act("deliver")).toMatchObject({ status: 400, data: { error: "wrongState", state: 0 } });
  expect(await act("start")).toMatchObject({ code: 200 });
  expect(await act("start")).toMatchObject({ status: 400, data: { error: "wrongState", state: 1 } });
  expect(await act("deliver")).toMatchObject({ code: 200 });
  expect(await act("void")).toMatchObject({ status: 400, data: { error: "wrongState", state: 2 } });
  expect(await state()).toMatchObject({ status: 2, makeTime: "2025-03-12 12:00:00" });
  // The state is moved by these calls alone.
  await zhangwei.post(`${path}/submit`, { id, status: 9 });
  expect(await state()).toMatchObject({ status: 2 });
});

it("are one person's, of several who enter the same at the same moment, with the constraint of the database and without it", async () => {
  const compete = async (startSerial: number) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => submit({ startSerial, endSerial: startSerial + 99, num: 100 })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rowsOf(server, "select num from codemakerecord where start_serial = $1", [startSerial])).toHaveLength(1);
    const refusals = answers.filter(({ code }) => code !== 200).map(({ msg }) => msg);
    expect(refusals).toEqual(refusals.map(() => expect.stringMatching(/与制码记录“ZM\d+”（\d+ – \d+）重叠/)));
  };
  await compete(9000);
  const [constraint] = await rowsOf(
    server,
    "select conname as name from pg_constraint where conrelid = 'codemakerecord'::regclass and contype = 'x'",
  );
  await write(server, `alter table codemakerecord drop constraint "${String(constraint?.["name"])}"`);
  await compete(9100);
});
