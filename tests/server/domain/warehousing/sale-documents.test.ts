// Sale documents of dealers: totals, the buyer below the seller, and codes that change hands when one is confirmed.
import { describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { goodsOf, moves, outs } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, put, row, server, zhangwei } = demonstration;
const goods = goodsOf(demonstration);
const sales = "/digit_bind/saledoc";

async function sale(more: Body = {}, line: Body = {}): Promise<Body> {
  const [fromChannelId, toChannelId] = [await goods.channel("QD001"), await goods.channel("QD00101")];
  const details = [{ ...(await goods.productOf("P0001")), layer: 3, num: 1, ...line }];
  return { fromChannelId, toChannelId, saleType: 1, saleDate: "2025-03-12", details, ...more };
}

/** A case that was sold to QD001. */
async function sold() {
  const [warehouseId, held] = [await goods.warehouse(), await goods.codedCase()];
  await goods.taken(warehouseId, [held.code]);
  const { id } = await goods.document("out", warehouseId, [{ num: 1 }], { docType: 1, channelId: await goods.channel("QD001") });
  await act(outs, "start", id);
  await goods.scan("out", id, [held.code]);
  const answer = await act(outs, "finish", id);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return { ...held, stockOutDocId: id };
}

const handedIn = async (body: Body): Promise<string> => {
  const id = await add(sales, body);
  await act(sales, "commit", id);
  return id;
};

/** Somebody who works for a channel, with the right to confirm. */
async function ofChannel(account: string, code: string, language?: "en") {
  const [person] = recordsIn(await zhangwei.get("/blade-user/page", { account_equal: account }));
  await put('update "user" set user_ext = $2 where id = $1::bigint', [person?.["id"], `channelId:${await goods.channel(code)}`]);
  return server.as("nobody", { userId: String(person?.["id"]), permissions: new Set(["saledoc", "saledoc_confirm"]) }, language);
}

describe("a sale document", () => {
  it("adds its lines up in base units and money", async () => {
    const product = await goods.productOf("P0001");
    const body = await sale({
      details: [
        { ...product, layer: 3, num: 3, price: "3060.10" },
        { ...product, layer: 1, num: 7, price: "0.99" },
      ],
    });
    const id = await add(sales, body);
    expect(await row(sales, id)).toMatchObject({ totalNum: 115, totalAmount: "9187.23" });
    await zhangwei.post(`${sales}/submit`, { ...body, id, details: [{ ...product, layer: 2, num: 2 }] });
    expect(await row(sales, id)).toMatchObject({ totalNum: 12, totalAmount: "0.00" });
  });

  it("is refused for a layer without conversion, and for a buyer that is not below the seller", async () => {
    const refused = async (body: Body) => zhangwei.post(`${sales}/submit`, body);
    expect(await refused(await sale({ details: [{ ...(await goods.productOf("P0002")), layer: 4, num: 1 }] }))).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["details", 0, "layer"] }] },
    });
    for (const code of ["QD002", "QD001"])
      expect(await refused(await sale({ toChannelId: await goods.channel(code) }))).toMatchObject({
        status: 400,
        data: { issues: [{ path: ["toChannelId"], message: "购货渠道必须是销售渠道的下级" }] },
      });
    expect(await refused(await sale({ toChannelId: "" }))).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["toChannelId"], message: "请选择购货渠道" }] },
    });
  });

  it("that goes to a consumer after all loses its buying channel", async () => {
    const body = await sale();
    const id = await add(sales, body);
    expect(await zhangwei.post(`${sales}/submit`, { ...body, id, saleType: 2 })).toMatchObject({ code: 200 });
    expect(await row(sales, id)).toMatchObject({ saleType: 2, toChannelId: -1 });
  });

  it("that is confirmed gives its codes to the buyer, with the buyer's regions, once", async () => {
    const held = await sold();
    const id = await handedIn(await sale({}, { num: 2, codes: held.code }));
    const answers = await Promise.all([act(sales, "confirm", id), act(sales, "confirm", id)]);
    expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)).toMatchObject({
      msg: expect.stringContaining("已确认"),
      data: { error: "wrongState" },
    });
    const buyer = await goods.channel("QD00101");
    expect(await goods.codeOf(held.code)).toMatchObject({
      life_status: 3,
      channel_id: buyer,
      sale_region_codes: ["410105"],
      stock_out_doc_id: held.stockOutDocId,
    });
    expect(await goods.rows(moves, { docId_equal: id, ascs: "id" })).toMatchObject([
      {
        moveType: 5,
        code: held.code,
        num: 36,
        docKind: 3,
        fromChannelId: await goods.channel("QD001"),
        toChannelId: buyer,
        saleRegionCodes: "410105",
      },
      { moveType: 5, code: "", num: 36 },
    ]);
  });

  it("is confirmed by who gets the goods or by the brand, and by no other channel", async () => {
    const [seller, buyer] = [await ofChannel("hanmei", "QD001"), await ofChannel("channel01", "QD00101")];
    const confirm = (by: typeof seller, id: string) => by.post(`${sales}/confirm/${id}`);
    const distributed = await handedIn(await sale());
    const { docNo } = await row(sales, distributed);
    expect(await confirm(seller, distributed)).toMatchObject({
      status: 403,
      msg: `销售单“${String(docNo)}”只能由渠道“郑州金水名烟名酒”或品牌方确认`,
    });
    expect((await confirm(await ofChannel("hanmei", "QD001", "en"), distributed)).msg).toBe(
      `Sale document “${String(docNo)}” can be confirmed only by the channel “郑州金水名烟名酒” or the brand owner`,
    );
    expect(await row(sales, distributed)).toMatchObject({ status: 1 });
    expect(await confirm(buyer, distributed)).toMatchObject({ code: 200 });
    const back = await handedIn(await sale({ saleType: 3 }));
    expect(await confirm(buyer, back)).toMatchObject({ status: 403 });
    expect(await confirm(seller, back)).toMatchObject({ code: 200 });
    const retail = await handedIn(await sale({ saleType: 2, toChannelId: "" }));
    expect(await confirm(buyer, retail)).toMatchObject({ status: 403, msg: expect.stringContaining("只能由销售渠道或品牌方确认") });
    expect((await confirm(await ofChannel("channel01", "QD00101", "en"), retail)).msg).toBe(
      `Sale document “${String((await row(sales, retail))["docNo"])}” can be confirmed only by the selling channel or the brand owner`,
    );
    expect(await confirm(seller, retail)).toMatchObject({ code: 200 });
  });

  it("names the codes that are not the seller's to sell, and gives none of them away", async () => {
    const [held, sealed] = [await sold(), await sold()];
    const foreign = await goods.codedCase();
    await put("update code_item set block_status = 1 where code = $1", [sealed.code]);
    const codes = [held.code, sealed.code, foreign.code, held.cartons[0], "NOBODY"].join("\n");
    const id = await handedIn(await sale({}, { num: 9, codes }));
    expect(await act(sales, "confirm", id)).toMatchObject({
      status: 400,
      msg: `以下码不能过账：${sealed.code}（已封存/作废）、${foreign.code}（状态不符）、${held.cartons[0] ?? ""}（重复扫码）、NOBODY（码不存在）`,
    });
    expect(await goods.codeOf(held.code)).toMatchObject({ channel_id: await goods.channel("QD001") });
    expect(await row(sales, id)).toMatchObject({ status: 1 });
    // The first that is wrong with a code is told: one that is sealed is too much besides.
    const many = await handedIn(await sale({}, { layer: 2, num: 1, codes: `${held.code}\n${sealed.code}` }));
    expect(await act(sales, "confirm", many)).toMatchObject({
      status: 400,
      msg: `以下码不能过账：${held.code}（超出数量）、${sealed.code}（已封存/作废）`,
      data: { error: "codesRefused" },
    });
  });

  it("of a return gives the codes back to the seller", async () => {
    const held = await sold();
    expect(await act(sales, "confirm", await handedIn(await sale({}, { codes: held.code })))).toMatchObject({ code: 200 });
    await put("update code_item set stamp_time = '2025-03-12 11:00:00' where code = $1", [held.code]);
    const back = await handedIn(await sale({ saleType: 3 }, { codes: held.code }));
    expect(await act(sales, "confirm", back)).toMatchObject({ code: 200 });
    expect(await goods.codeOf(held.code)).toMatchObject({ channel_id: await goods.channel("QD001") });
    expect(await goods.rows(moves, { docId_equal: back })).toMatchObject([{ moveType: 4 }]);
  });

  it("to a consumer is recorded, and the code stays with its dealer", async () => {
    const held = await sold();
    const body = await sale({ saleType: 2, toChannelId: "", buyerName: "陈先生" }, { layer: 1, num: 1, codes: held.bottles[0] });
    const id = await handedIn(body);
    expect(await act(sales, "confirm", id)).toMatchObject({ code: 200 });
    expect(await goods.rows(moves, { docId_equal: id })).toMatchObject([{ moveType: 5, code: held.bottles[0], num: 1 }]);
    expect(await goods.codeOf(held.bottles[0] ?? "")).toMatchObject({ channel_id: null, stamp_time: null });
    const again = await handedIn(await sale({}, { layer: 1, num: 2, codes: held.bottles.slice(0, 2).join("\n") }));
    expect(await act(sales, "confirm", again)).toMatchObject({
      status: 400,
      msg: `以下码不能过账：${held.bottles[0] ?? ""}（状态不符）`,
    });
  });
});
