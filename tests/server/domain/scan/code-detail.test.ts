// The trace of one code for staff.
import { describe, expect, it } from "vitest";
import { objectIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";
import { rowsOf } from "../rows.ts";

const path = "/digit-apply/consumer-scan-record/code-detail";
const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

describe("the trace of a code", () => {
  it("takes state, channel and moves from the case that the bottle is in", async () => {
    expect(objectIn(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H" }))).toMatchObject({
      code: "MXB7K2Q9D4HT5H",
      layer: 1,
      lifeStatus: 3,
      blockStatus: 0,
      product: { name: "茅溪迎宾酒" },
      batch: { batchCode: "MXYB250301" },
      codeSet: { name: "MX20250301 三层套标" },
      relation: { parent: "MXH4T8W2N6KQ3D", root: "MXC00000000018", childNum: 0, twins: [] },
      channel: { name: "河南豫商商贸有限公司", saleRegionCodes: "41", saleRegionNames: "河南省" },
      replacedBy: "",
      scanCount: 4,
      firstScanTime: "2025-03-11 10:30:00",
      codeSetName: "MX20250301 三层套标",
      channelName: "河南豫商商贸有限公司",
    });
  });

  it("tells what happened in the order of time", async () => {
    const timeline = objectIn(await zhangwei.get(path, { code: "https://t.example.cn/c/MXB7K2Q9D4HT5H" }))["timeline"] as readonly Record<
      string,
      unknown
    >[];
    expect(timeline.map((row) => row["time"])).toEqual(
      timeline.map((row) => row["time"]).toSorted((left, right) => String(left).localeCompare(String(right))),
    );
    expect(timeline).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event: "生成", docNo: "SC202502250001" }),
        expect.objectContaining({ event: "关联", place: "盒 MXH4T8W2N6KQ3D" }),
        { time: "2025-03-05 17:40:00", event: "入库", docNo: "RK202503050001", place: "仁怀成品库", operator: "赵磊" },
        {
          time: "2025-03-10 16:40:00",
          event: "出库到渠道",
          docNo: "CK202503100001",
          place: "仁怀成品库 → 河南豫商商贸有限公司",
          operator: "赵磊",
        },
        expect.objectContaining({ event: "消费者扫码", place: "河南省郑州市" }),
      ]),
    );
  });

  it("tells where and by whom the goods were made", async () => {
    expect(objectIn(await zhangwei.get(path, { code: "MXB7K2Q9D4HT5H" }))).toMatchObject({
      production: {
        factory: "茅溪酒业仁怀总厂",
        shop: "包装一车间",
        prodLine: "包装1号线",
        team: "包装1号线甲班",
        principal: "王建国",
        qc: "刘敏",
      },
      batch: {
        produceDate: "2025-03-01",
        attributes: expect.arrayContaining([
          { name: "生产日期", value: "2025-03-01" },
          { name: "窖池号", value: "12-03" },
          { name: "质检结论", value: "合格", of: expect.any(String) },
        ]),
      },
    });
  });

  it("names the code that replaced it", async () => {
    expect(objectIn(await zhangwei.get(path, { code: "MXB2W7H5K9NQ3D" }))).toMatchObject({ blockStatus: 3, replacedBy: "MXBX4M8R2W6K98" });
  });

  it("of an unknown code is nothing, with a sentence that says so, and no scan is counted", async () => {
    const before = await rowsOf(server, "select count(*)::int as n from consumer_scan_record");
    expect(await zhangwei.get(path, { code: "MXNOSUCHCODE" })).toEqual({
      status: 200,
      code: 200,
      success: true,
      data: {},
      msg: "码不存在",
    });
    expect(await server.as("zhangwei", {}, "en").get(path, { code: "MXNOSUCHCODE" })).toMatchObject({ msg: "There is no such code" });
    expect(await server.as("chenqing").get(path, { code: "MXB7K2Q9D4HT5H" })).toMatchObject({ code: 200, data: {}, msg: "码不存在" });
    expect(await zhangwei.get(path)).toMatchObject({ status: 400 });
    expect(await rowsOf(server, "select count(*)::int as n from consumer_scan_record")).toEqual(before);
  });
});
