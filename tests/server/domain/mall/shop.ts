// Goods, members and orders of the demonstration tenant for tests, made through the calls that people use.
import { arrayIn, objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

export const paths = {
  orders: "/digit-marketing/order",
  lines: "/digit-marketing/orderdetail",
  history: "/digit-marketing/orderstatuslog",
  skus: "/digit-marketing/commodity-sku",
  commodities: "/digit-marketing/commodity",
  platforms: "/digit-marketing/client-platform",
  carts: "/digit-marketing/cartitem",
  addresses: "/digit-marketing/address",
  members: "/qianyun/member",
  points: "/qianyun/pointsrecord",
} as const;

export interface Sku {
  readonly id: string;
  readonly commodityId: string;
}

/** What a commodity of these tests may have besides. */
interface GoodsMore {
  readonly exchangePoints?: number;
  readonly limitQuantity?: number;
  readonly freight?: string;
  readonly type?: number;
}

const receiver = { receiverName: "周敏", receiverPhone: "13805710003", receiverRegion: "330106", receiverAddress: "文三路 478 号" };

export function shopIn(demonstration: Demonstration) {
  const { add, find, put, server, zhangwei } = demonstration;
  let count = 0;

  /** A commodity on the shelf of every platform, with a SKU for each price and stock. */
  async function goods(skus: readonly (readonly [price: string, stock: number])[], more: GoodsMore = {}): Promise<readonly Sku[]> {
    const { categoryId, mainImage } = await find(paths.commodities, { commodityNo_equal: "SP202404100001" });
    const platforms = recordsIn(await zhangwei.get(`${paths.platforms}/list`)).map(({ id }) => String(id));
    count += 1;
    const body = { name: `试样${count}`, categoryId, clientPlatformIds: platforms.join(","), mainImage, type: 1, ...more };
    const commodityId = await add(paths.commodities, body);
    const saved = await zhangwei.post(
      `${paths.skus}/submit-list`,
      skus.map(([price, stock], index) => ({ commodityId, skuCode: `DD-${count}-${index}`, specs: { 款: `${index}` }, price, stock })),
    );
    await put("update commodity set status = 1 where id = $1", [commodityId]);
    return arrayIn(saved).map((row) => ({ id: String(row["id"]), commodityId }));
  }

  /** A member of a grade of its own, which pays so many percent, with points that it can prove. */
  async function member(discountRate: string, points = 0): Promise<string> {
    count += 1;
    const like = await find(paths.members, { memberNo_equal: "HY202404180001" });
    const [id, gradeId] = [String(8_000_000 + count), String(8_500_000 + count)];
    await put(
      "insert into grade (id, tenant_id, name, grade_level, min_growth, discount_rate, points_rate, share_rate, parent_share_rate, is_default, status) values ($1, '100001', $2, $3, 100000000, $4, 1, 0, 0, 0, 1)",
      [gradeId, `等级${count}`, 1000 + count, discountRate],
    );
    await put(
      `insert into member (id, tenant_id, member_no, nick_name, phone, grade_id, growth_value, points, total_points, status, region_code)
       select $1, tenant_id, $2, $3, $4, $5, 0, $6::int, $6::int, 1, region_code from member where id = $7`,
      [id, `HY-T-${count}`, `会员${count}`, `139${String(count).padStart(8, "0")}`, gradeId, points, like["id"]],
    );
    return id;
  }

  /** A platform whose orders need an audit, or none. */
  const platform = async (code = "mp-weixin"): Promise<string> => String((await find(paths.platforms, { code_equal: code }))["id"]);

  /** Places an order, whatever comes of it. */
  async function order(memberId: string, lines: readonly (readonly [sku: Sku, quantity: number])[], more: Body = {}): Promise<Answer> {
    const details = lines.map(([{ id, commodityId }, quantity]) => ({ commodityId, commoditySkuId: id, quantity }));
    return zhangwei.post(`${paths.orders}/submit`, {
      clientPlatformId: await platform(),
      memberId,
      orderType: 1,
      details,
      ...receiver,
      ...more,
    });
  }

  /** Places an order that must be accepted; answers its id. */
  async function placed(...given: Parameters<typeof order>): Promise<string> {
    const answer = await order(...given);
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return String(objectIn(answer)["id"]);
  }

  const orderNow = (id: string): Promise<Body> => demonstration.row(paths.orders, id);
  const linesNow = (orderId: string) =>
    rowsOf(
      server,
      `select id::text, commodity_name as "commodityName", commodity_image as image, spec_text as "specText", sku_code as "skuCode", price::text, quantity, total_amount::text as total, discount_amount::text as discount, pay_amount::text as pay, status, trace_codes as codes from order_detail where order_id = $1 and is_deleted = 0 order by id`,
      [orderId],
    );
  const stockNow = async ({ id }: Sku) =>
    (await rowsOf(server, 'select stock, lock_stock as "lockStock", sales from commodity_sku where id = $1', [id]))[0];
  const stepsNow = async (orderId: string) =>
    (
      await rowsOf(
        server,
        "select event, from_status as f, to_status as t, operator_type as by from order_status_log where order_id = $1 order by id",
        [orderId],
      )
    ).map(({ event, f, t, by }) => [event, f, t, by]);
  const pointsNow = async (memberId: string): Promise<number> => Number((await demonstration.row(paths.members, memberId))["points"]);

  return { goods, member, platform, order, placed, orderNow, linesNow, stockNow, stepsNow, pointsNow };
}
