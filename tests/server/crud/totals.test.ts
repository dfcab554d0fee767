// Sums below a list: over all rows that its filters find, of those and of the fields that the caller may see, with the page itself.
import { describe, expect, it, vi } from "vitest";
import { objectIn } from "../../support/samples.ts";
import { serverOfFile, startTestServer, type Client } from "../../support/server.ts";
import { rowsOf, write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const bills = "/qianyun/waterbill/list";

const totals = async (query: Readonly<Record<string, string | number>> = {}, client: Client = zhangwei): Promise<unknown> =>
  objectIn(await client.get(bills, { size: 1, ...query }))["totals"];

/** What PostgreSQL itself makes of the rows. */
async function added(where = "true", tenantId = "100001"): Promise<unknown> {
  const [row] = await rowsOf(
    server,
    `select coalesce(sum(amount) filter (where direction = 1), 0)::numeric(18,2)::text as income,
      coalesce(sum(amount) filter (where direction = 2), 0)::numeric(18,2)::text as expense,
      coalesce(sum(case direction when 1 then amount else -amount end), 0)::numeric(18,2)::text as net
      from water_bill where tenant_id = $1 and is_deleted = 0 and ${where}`,
    [tenantId],
  );
  return row;
}

describe("the sums of a list", () => {
  it("are exact, of all rows and not of the page, on every page", async () => {
    const all = await added();
    expect(all).not.toMatchObject({ income: "0.00" });
    expect(all).not.toMatchObject({ expense: "0.00" });
    for (const current of [1, 2, 99]) expect(await totals({ current })).toEqual(all);
  });

  it("are of the rows that the filters find", async () => {
    expect(await totals({ direction_equal: 2 })).toEqual(await added("direction = 2"));
    const account = String((await rowsOf(server, "select user_account_id::text as id from water_bill order by id limit 1"))[0]?.["id"]);
    expect(await totals({ userAccountId_equal: account })).toEqual(await added(`user_account_id = ${account}`));
    expect(await totals({ billNo_equal: "nobody's" })).toEqual({ income: "0.00", expense: "0.00", net: "0.00" });
  });

  it("are of the own tenant", async () => {
    expect(await totals({}, server.as("chenqing"))).toEqual(await added("true", "100002"));
  });

  it("leave out removed rows and those outside the data scopes", async () => {
    const [stored = {}, other = {}] = await rowsOf(
      server,
      "select id::text, direction from water_bill where tenant_id = '100001' and is_deleted = 0 order by id limit 2",
    );
    const limited = server.as("zhangwei", {
      rowLimits: new Map([
        ["water-bill", (alias: string) => ({ shape: `one ${alias}`, parameters: [], sql: () => `${alias}.id = ${String(stored["id"])}` })],
      ]),
    });
    expect(await totals({}, limited)).toEqual(await added(`id = ${String(stored["id"])}`));
    await write(server, "update water_bill set is_deleted = 1 where id = $1", [other["id"]]);
    expect(await totals()).toEqual(await added());
    await write(server, "update water_bill set is_deleted = 0 where id = $1", [other["id"]]);
  });

  it.each(["amount", "direction"])("are not shown to whom data scopes hide the field %s", async (field) => {
    const blind = server.as("zhangwei", { fieldLimits: new Map([["water-bill", new Set([field])]]) });
    expect(await totals({}, blind)).toBeUndefined();
  });

  it("cost no transaction of their own, and one statement", async () => {
    const read = vi.spyOn(server.database, "read");
    await totals();
    const pages = read.mock.calls.map(([, statements]) => statements).filter((some) => some.some(({ sql }) => sql.includes("water_bill")));
    expect(pages).toHaveLength(1);
    expect(pages[0]?.filter(({ sql }) => /sum\(/i.test(sql))).toHaveLength(1);
    read.mockRestore();
  });

  it("are missing where the rows are too many to be counted, rather than those of a part", async () => {
    const small = await startTestServer({ isSeeded: true, exactTotals: 2 });
    const page = objectIn(await small.as("zhangwei").get(bills, { size: 1 }));
    expect(page).toHaveProperty("estimated");
    expect(page).not.toHaveProperty("totals");
    await small.close();
  });
});
