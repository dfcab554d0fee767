// Download of a code set: one line for each outermost unit, as it is printed; counted and logged.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { setFixture, setsPath } from "./set-fixture.ts";

const demonstration = await startDemonstration();
const { put, row, server, zhangwei } = demonstration;
const { call, codes, newSet, worker } = setFixture(demonstration);
const download = (id: string) => zhangwei.raw("GET", `${setsPath}/download/${id}`, {});

async function formatted(...wish: Parameters<typeof newSet>): Promise<string> {
  const id = await newSet(...wish);
  await call("format", id);
  await worker.idle();
  return id;
}

it("has a line for each package, with its codes in the order of the columns", async () => {
  const id = await formatted(2, [
    { layer: 3, num: 2, columnIndex: 2 },
    { layer: 1, num: 1, columnIndex: 1, twinNum: 2 },
  ]);
  const all = await codes(id);
  const at = (layer: number, seq: number) => String(all.find((one) => one["layer"] === layer && one["seq"] === seq)?.["code"]);
  const answer = await download(id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": expect.stringMatching(/MB\d+\.txt/),
  });
  expect(answer.payload).toBe(
    [[at(1, 1), at(1, 2), at(1, 3), at(1, 4), at(3, 1)].join(","), [at(1, 5), at(1, 6), at(1, 7), at(1, 8), at(3, 2)].join(","), ""].join(
      "\r\n",
    ),
  );
  expect(await row(setsPath, id)).toMatchObject({ downloadCount: 1, status: 2 });
  const log = await rowsOf(server, "select method_name from log_usual where method_name = 'download' order by id desc limit 1");
  expect(log).toEqual([{ method_name: "download" }]);
  expect(await call("format", id)).toMatchObject({ status: 400, data: { error: "downloaded" } });
});

it("has the codes of the layers side by side where the set is not pre-related", async () => {
  const id = await formatted(
    1,
    [
      { layer: 3, num: 2 },
      { layer: 1, num: 1 },
    ],
    { relationMode: 0, separator: 3 },
  );
  const [pallet, first, second] = (await codes(id)).map(({ code }) => String(code));
  expect((await download(id)).payload).toBe(`${String(pallet)};${String(first)}\r\n;${String(second)}\r\n`);
});

it("is whole and in order over many reads", async () => {
  const id = await formatted(25_000, [{ layer: 1, num: 1 }], { relationMode: 0 });
  const lines = (await download(id)).payload.split("\r\n");
  expect(lines).toEqual([...(await codes(id)).map(({ code }) => code), ""]);
});

it("of a draft, of a set that lacks codes and of another tenant's is refused", async () => {
  const draft = await newSet(1, [{ layer: 1, num: 1 }]);
  expect(await download(draft)).toMatchObject({ statusCode: 400 });
  expect((await download(draft)).json()).toMatchObject({ msg: expect.stringContaining("当前状态为“草稿”，不能下载") });
  await put("update code_set set status = 2 where id = $1::bigint", [draft]);
  expect((await download(draft)).json()).toMatchObject({
    msg: expect.stringContaining("的码不完整，不能下载"),
    data: { error: "incomplete" },
  });
  expect((await server.as("chenqing").raw("GET", `${setsPath}/download/${draft}`, {})).statusCode).toBe(400);
  expect((await server.as("nobody").raw("GET", `${setsPath}/download/${draft}`, {})).statusCode).toBe(403);
  expect(await row(setsPath, draft)).toMatchObject({ downloadCount: 0 });
});
