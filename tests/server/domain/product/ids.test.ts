// Names of many rows in one call: every address that the specification gives, with several ids, and none of another tenant's rows.
import { expect, it } from "vitest";
import { arrayIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const [zhangwei, chenqing] = [server.as("zhangwei"), server.as("chenqing")];

const [foreign = "0"] = recordsIn(await chenqing.get("/digit-bind/attr-owner/list", { size: "1" })).map((row) => String(row["id"]));

it.each([
  ["/digit-bind/attr-owner/list", "/digit-bind/attr-owner/list/ids", "name"],
  ["/digit-bind/spec/list", "/digit-bind/spec/list/ids", "specName"],
  ["/digit-marketing/order/list", "/digit-bind/order/list/ids", "orderNo"],
])("%s by ids at %s", async (list, byIds, title) => {
  const rows = recordsIn(await zhangwei.get(list, { size: "3" }));
  expect(rows.length).toBeGreaterThan(1);
  const ids = rows.map((row) => String(row["id"]));
  const others = recordsIn(await chenqing.get(list, { size: "1" })).map((row) => String(row["id"]));
  const requested = [...ids, ...others, foreign, "999999999999"];
  const existing = (answer: Awaited<ReturnType<typeof zhangwei.post>>) => {
    expect(answer).toMatchObject({ code: 200 });
    return new Map(arrayIn(answer).map((row) => [String(row["id"]), row[title]]));
  };
  const expected = new Map(rows.map((row) => [String(row["id"]), row[title]]));
  // As a list in the body, under a name, and joined in the query.
  for (const answer of [
    await zhangwei.post(byIds, requested),
    await zhangwei.post(byIds, { ids: requested }),
    await zhangwei.post(byIds, undefined, { ids: requested.join(",") }),
  ])
    expect(existing(answer)).toEqual(expected);
  expect(existing(await chenqing.post(byIds, { ids }))).toEqual(new Map());
});

it("a cost item is offered by both addresses", async () => {
  const offered = arrayIn(await zhangwei.get("/digit-bind/costitem/select"));
  expect(offered.length).toBeGreaterThan(0);
  expect(arrayIn(await zhangwei.get("/digit-marketing/costitem/select"))).toEqual(offered);
});
