// What people are told when a write is refused, in the language they read: each refusal of the common pattern by its whole sentence.
import { describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile, type Answer, type Client } from "../../support/server.ts";
import { rowsOf, write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true, imageSources: ["https://*.pictures.example.cn"] });
const zhangwei = server.as("zhangwei");
const english = server.as("zhangwei", {}, "en");
let number = 0;

async function made(path: string, body: Body): Promise<string> {
  const answer = await zhangwei.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return String(objectIn(answer)["id"]);
}

const [factories, shops, lines, brands] = [
  "/digit-bind/factory",
  "/digit-bind/shop",
  "/digit-bind/prod-line",
  "/digit-marketing/brand",
] as const;
const next = (): number => (number += 1);
const factory = (more: Body = {}) => made(factories, { code: `RF${next()}`, name: `工厂${number}`, ...more });
const shop = (factoryId: string, more: Body = {}) => made(shops, { factoryId, code: `RS${next()}`, name: `车间${number}`, ...more });
const brand = (more: Body = {}) => made(brands, { name: `品牌${next()}`, code: `RB${number}`, logo: "/demo/bottle.svg", ...more });

type Call = (client: Client) => Promise<Answer>;
const submit =
  (path: string, body: Body): Call =>
  (client) =>
    client.post(`${path}/submit`, body);

interface Refused {
  readonly what: string;
  readonly call: () => Promise<Call>;
  readonly zh: string;
  readonly en: string;
  /** Where its sentence stands, for one of a field. */
  readonly path?: readonly (string | number)[];
}

const upload = (tenantId: string, ending: string) => `/upload/${tenantId}/202503/${"7".repeat(32)}.${ending}`;
const picture = (address: string) => `<p>故事<img src="${address}" alt="" /></p>`;
const far = `https://pixel.example.com/${"a".repeat(120)}.gif`;
const category = (name: string, parentId = "0") =>
  made("/digit-marketing/product/category", { name, parentId, sortOrder: 1, image: "/demo/bottle.svg" });

it.each<Refused>([
  {
    what: "a move from under what repeats the parent",
    call: async () => {
      const [one, two] = [await factory(), await factory()];
      const own = await shop(one, { name: "灌装三车间" });
      await made(lines, { code: `RL${next()}`, name: "灌装9号线", factoryId: one, shopId: own });
      return submit(shops, { id: own, factoryId: two });
    },
    zh: "车间“灌装三车间”下已有生产线“灌装9号线”，不能更换工厂",
    en: "Workshop “灌装三车间” has production line “灌装9号线”, so its factory cannot change",
  },
  {
    what: "a choice that belongs elsewhere",
    call: async () => {
      const [one, two] = [await factory(), await factory()];
      return submit(lines, { code: "RLX", name: "产线", factoryId: two, shopId: await shop(one) });
    },
    zh: "所选车间不属于所选工厂",
    en: "The Workshop does not belong to the Factory",
    path: ["shopId"],
  },
  {
    what: "a choice that is there and not on offer",
    call: async () => submit(shops, { factoryId: await factory({ status: 2 }), code: "RSX", name: "x" }),
    zh: "所选工厂不可选用：已停用，或不符合此处的条件",
    en: "The chosen Factory cannot be used here: it is disabled, or not of the kind that belongs here",
    path: ["factoryId"],
  },
  {
    what: "a choice that is not there",
    call: async () => submit(shops, { factoryId: "123", code: "RSX", name: "x" }),
    zh: "所选工厂不存在或已被删除",
    en: "The chosen Factory does not exist or was removed",
    path: ["factoryId"],
  },
  {
    what: "a node below itself",
    call: async () => {
      const top = await made("/blade-system/dept", { deptName: "自环", fullName: "自环", deptCategory: "1", parentId: "0", sort: 1 });
      return submit("/blade-system/dept", { id: top, parentId: top });
    },
    zh: "父节点不可选择自身或其下级",
    en: "A node cannot be placed below itself",
    path: ["parentId"],
  },
  {
    what: "a node below a parent that is not there",
    call: async () => submit("/blade-system/dept", { deptName: "孤儿", fullName: "孤儿", deptCategory: "1", parentId: "123", sort: 1 }),
    zh: "所选上级部门不存在或已被删除",
    en: "The chosen Parent does not exist or was removed",
    path: ["parentId"],
  },
  {
    what: "a node too deep",
    call: async () => {
      const third = await category("丙", await category("乙", await category("甲")));
      return submit("/digit-marketing/product/category", { name: "丁", parentId: third, sortOrder: 1, image: "/demo/bottle.svg" });
    },
    zh: "该节点下不能再添加子节点",
    en: "Nothing can be added below this node",
  },
  {
    what: "a file of another tenant",
    call: async () => submit(brands, { id: await brand(), logo: upload("100002", "png") }),
    zh: "请重新上传文件",
    en: "Upload the file again",
    path: ["logo"],
  },
  {
    what: "a file that is no picture",
    call: async () => submit(brands, { id: await brand(), logo: upload("100001", "pdf") }),
    zh: "只能上传 jpg/png/gif/webp 格式的图片",
    en: "Only jpg or png or gif or webp pictures are accepted",
    path: ["logo"],
  },
  {
    what: "a picture in a text that the page does not show, named in short where it is long",
    call: async () => submit(brands, { id: await brand(), story: picture(far) }),
    zh: `不显示其他网站的图片:${far.slice(0, 120)}…。请上传图片后再插入`,
    en: `Pictures of other sites are not shown: ${far.slice(0, 120)}…. Upload the picture instead`,
    path: ["story"],
  },
  {
    what: "a picture in a text that the page does not show, named whole where it is short",
    call: async () => submit(brands, { id: await brand(), story: picture(far.slice(0, 120)) }),
    zh: `不显示其他网站的图片:${far.slice(0, 120)}。请上传图片后再插入`,
    en: `Pictures of other sites are not shown: ${far.slice(0, 120)}. Upload the picture instead`,
    path: ["story"],
  },
  {
    what: "a line of a document that is over",
    call: async () => {
      const [order] = await rowsOf(
        server,
        "select id::text as id, order_no from business_order where tenant_id = '100001' and is_deleted = 0 order by id limit 1",
      );
      const id = String(order?.["id"]);
      await write(server, "update business_order set status = 3, order_no = 'YW-R1' where id = $1", [id]);
      return submit("/business-manage/order-node", { orderId: id, name: "节点", nodeType: 1, sort: 9, planTime: "2025-03-20" });
    },
    zh: "业务订单“YW-R1”当前状态为“已终止”，不能再修改明细",
    en: "The lines of business order “YW-R1” cannot be changed while it is “Terminated”",
  },
])("$what is refused in both languages", async ({ call, zh, en, path }) => {
  const refused = await call();
  for (const [client, sentence] of [
    [zhangwei, zh],
    [english, en],
  ] as const) {
    const answer = await refused(client);
    expect(answer).toMatchObject({ status: 400, msg: sentence });
    const { issues } = objectIn(answer);
    const [issue] = Array.isArray(issues) ? issues.filter(isRecord) : [];
    expect(issue?.["path"]).toEqual(path);
  }
});

describe("the lines of an order", () => {
  it("are fixed by its state and by who placed it, and the sentence says which", async () => {
    const [line = {}] = recordsIn(await zhangwei.get("/digit-marketing/orderdetail/list", { size: 1 }));
    const { orderId, commodityId, commoditySkuId } = line;
    const body = { orderId, commodityId, commoditySkuId, quantity: 1 };
    const message = async () => [
      (await zhangwei.post("/digit-marketing/orderdetail/submit", body)).msg,
      (await english.post("/digit-marketing/orderdetail/submit", body)).msg,
    ];
    const put = (status: number, placedBy: number) =>
      write(server, `update "order" set status = $2, placed_by = $3, order_no = 'DD-R1' where id = $1`, [orderId, status, placedBy]);
    await put(2, 3);
    expect(await message()).toEqual([
      "订单“DD-R1”当前状态为“待发货”，不能再增减明细",
      "Lines of order “DD-R1” cannot be added or removed while it is “Audited, to ship”",
    ]);
    await put(0, 2);
    expect(await message()).toEqual([
      "订单“DD-R1”的下单方为“会员”，不能再增减明细",
      "Lines of order “DD-R1” cannot be added or removed while its “Placed by” is “Member”",
    ]);
  });
});
