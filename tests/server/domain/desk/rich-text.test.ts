// Formatted text is cleaned on the server: when it is written, and when rows are read that were written before.
import { describe, expect, it } from "vitest";
import { rowsOf } from "../rows.ts";
import { startDemonstration } from "../demonstration.ts";

const { server, zhangwei, add, row, put, find } = await startDemonstration();
const hostile =
  '<p onclick="alert(1)">正文</p><script>alert(1)</script><a href="javascript:alert(1)">链接</a><img src="/x.png" onerror="alert(1)" style="position:fixed">';
const clean = '<p>正文</p>链接<img src="/x.png" alt="" />';

describe("formatted text", () => {
  it("of a new row and of a changed one is stored without what runs", async () => {
    const id = await add("/digit-marketing/brand", { name: "清洗", code: "QX", logo: "/demo/tea.svg", story: hostile });
    const stored = async () => (await rowsOf(server, "select story from brand where id = $1::bigint", [id]))[0]?.["story"];
    expect(await stored()).toBe(clean);
    expect(await zhangwei.post("/digit-marketing/brand/submit", { id, story: `<p>新</p>${hostile}` })).toMatchObject({ code: 200 });
    expect(await stored()).toBe(`<p>新</p>${clean}`);
  });

  it("of an older row is answered without it", async () => {
    const id = await add("/digit-marketing/brand", { name: "旧文", code: "JW", logo: "/demo/tea.svg", story: "<p>x</p>" });
    await put("update brand set story = $2 where id = $1::bigint", [id, hostile]);
    expect(await row("/digit-marketing/brand", id)).toMatchObject({ story: clean });
  });

  it("of an older product is told to the public without it", async () => {
    const { productId } = await find("/digit-bind/code-item", { code_equal: "MXB7K2Q9D4HT5H" });
    await put("update attr_owner set introduction = $2 where id = $1::bigint", [productId, hostile]);
    const answer = await server.as("nobody").get("/anti-fake-web/product-info", { code: "MXB7K2Q9D4HT5H", tenantId: "100001" });
    expect(answer).toMatchObject({ code: 200, data: { product: { introduction: clean } } });
  });
});
