import { demonstrationDay, seedRows } from "#schema";

export default seedRows("media-category", [
  { name: "商品图", createTime: "2024-04-02 10:00:00" },
  { name: "门店海报", createTime: "2024-04-03 10:00:00" },
  { name: "检测报告", createTime: "2024-04-04 10:00:00" },
  { name: "宣传视频", createTime: "2024-04-05 10:00:00" },
  { name: "品牌故事", createTime: "2024-04-06 10:00:00" },
  { name: "工厂实拍", createTime: "2024-04-07 10:00:00" },
  { name: "资质证书", createTime: "2024-04-08 10:00:00" },
], { today: demonstrationDay });
