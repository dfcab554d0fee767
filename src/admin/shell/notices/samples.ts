// Mail of the notice pop-over: samples (docs/specification.md §2), until a source is connected.
import type { Text } from "../../../schema/text.ts";

interface Sample {
  readonly key: string;
  readonly title: Text;
  readonly text: Text;
  readonly time: Text;
}

export const samples: readonly Sample[] = [
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
];

/** Shown at once, and added by each "load more". */
export const samplePart = 3;
/** Milliseconds that loading more takes (docs/specification.md §9). */
export const sampleDelay = 1000;
