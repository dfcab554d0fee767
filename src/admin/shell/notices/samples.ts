// Mail and messages of the notice pop-over: samples (docs/specification.md §2), until a source of either is connected.
import type { Text } from "../../../schema/text.ts";

export interface Sample {
  readonly key: string;
  readonly title: Text;
  readonly text: Text;
  readonly time: Text;
}

export type SampleKind = "mail" | "message";

export const samples: Readonly<Record<SampleKind, readonly Sample[]>> = {
  mail: [
    {
      key: "stock",
      title: ["九月库存盘点结果", "Stock count of September"],
      text: ["成品库账实相符，两项差异已复核。", "The finished goods tally; two differences were checked."],
      time: ["2 小时前", "2 hours ago"],
    },
    {
      key: "label",
      title: ["新版标签样张待确认", "New label proofs to approve"],
      text: ["请核对二维码尺寸与防伪层位置。", "Please check the size of the code and the security layer."],
      time: ["昨天", "Yesterday"],
    },
    {
      key: "channel",
      title: ["华东渠道季度对账", "Quarterly statement, eastern channel"],
      text: ["对账单见附件，请于周五前回复。", "The statement is attached; please reply by Friday."],
      time: ["3 天前", "3 days ago"],
    },
    {
      key: "training",
      title: ["扫码终端操作培训", "Training on the scanners"],
      text: ["周三下午两点，一号会议室。", "Wednesday, two o'clock, meeting room 1."],
      time: ["5 天前", "5 days ago"],
    },
    {
      key: "holiday",
      title: ["假期值班安排", "Duty roster for the holidays"],
      text: ["值班表已发布，请各部门确认。", "The roster is out; departments, please confirm."],
      time: ["上周", "Last week"],
    },
  ],
  message: [
    {
      key: "batch",
      title: ["生码任务已完成", "Code generation finished"],
      text: ["本批次 50,000 个码可以下载。", "50,000 codes of this batch are ready to download."],
      time: ["10 分钟前", "10 minutes ago"],
    },
    {
      key: "repeat",
      title: ["重复扫码提醒", "Repeated scans"],
      text: ["同一个码一小时内被扫 12 次。", "One code was scanned 12 times within an hour."],
      time: ["1 小时前", "1 hour ago"],
    },
    {
      key: "order",
      title: ["订单待审核", "Order to audit"],
      text: ["一笔订单已提交，等待审核。", "An order was submitted and waits for its audit."],
      time: ["今天 09:20", "Today 09:20"],
    },
    {
      key: "out",
      title: ["出库单已完成", "Stock-out document finished"],
      text: ["发往南京仓的出库单扫码完毕。", "The document for the Nanjing warehouse was scanned in full."],
      time: ["昨天", "Yesterday"],
    },
    {
      key: "cross",
      title: ["疑似窜货", "Possible cross-region sale"],
      text: ["苏州渠道的货在杭州被扫。", "Goods of the Suzhou channel were scanned in Hangzhou."],
      time: ["前天", "Two days ago"],
    },
  ],
};

/** Shown at once, and added by each "load more". */
export const samplePart = 3;
/** Milliseconds that loading more takes (docs/specification.md §9). */
export const sampleDelay = 1000;
