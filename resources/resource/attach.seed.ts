import { demonstrationDay, seedRows } from "#schema";

export default seedRows("attach", [
  {
    link: "https://chunniang.example.cn/demo/bottle.svg", domain: "https://chunniang.example.cn", name: "bottle.svg", originalName: "茅溪迎宾酒主图.svg", extension: "svg",
    attachSize: 18211, file: "/demo/bottle.svg", createTime: "2024-04-03 10:00:00",
  },
  {
    link: "https://chunniang.example.cn/demo/cellar.svg", domain: "https://chunniang.example.cn", name: "cellar.svg", originalName: "茅溪珍藏主图.svg", extension: "svg",
    attachSize: 20433, file: "/demo/cellar.svg", createTime: "2024-04-04 10:07:00",
  },
  {
    link: "https://chunniang.example.cn/demo/brand-maoxi.svg", domain: "https://chunniang.example.cn", name: "brand-maoxi.svg", originalName: "茅溪商标.svg", extension: "svg",
    attachSize: 9120, file: "/demo/brand-maoxi.svg", createTime: "2024-04-05 10:14:00",
  },
  {
    link: "https://chunniang.example.cn/demo/gift-box.svg", domain: "https://chunniang.example.cn", name: "gift-box.svg", originalName: "节庆礼盒.svg", extension: "svg",
    attachSize: 15002, file: "/demo/gift-box.svg", createTime: "2024-04-06 10:21:00",
  },
  {
    link: "https://chunniang.example.cn/demo/tea.svg", domain: "https://chunniang.example.cn", name: "tea.svg", originalName: "铁观音产品图.svg", extension: "svg",
    attachSize: 17640, file: "/demo/tea.svg", createTime: "2024-04-07 10:28:00",
  },
], { today: demonstrationDay });
