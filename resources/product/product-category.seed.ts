import { seedRows } from "#schema";

export default seedRows("product-category", [
  {
    name: "白酒", alias: "Baijiu", image: "/demo/liquor.svg", sortOrder: 1, status: 1,
    children: [
      {
        name: "酱香型", alias: "Sauce aroma", image: "/demo/jar.svg", sortOrder: 1, status: 1,
        children: [
          { name: "酱香型·53度", image: "/demo/bottle.svg", sortOrder: 1, status: 1 },
          { name: "酱香型·42度", image: "/demo/bottle.svg", sortOrder: 2, status: 1 },
          { name: "酱香型·年份酒", image: "/demo/cellar.svg", sortOrder: 3, status: 1 },
        ],
      },
      {
        name: "浓香型", alias: "Strong aroma", image: "/demo/jar.svg", sortOrder: 2, status: 1,
        children: [
          { name: "浓香型·52度", image: "/demo/bottle.svg", sortOrder: 1, status: 1 },
          { name: "浓香型·42度", image: "/demo/bottle.svg", sortOrder: 2, status: 1 },
        ],
      },
      {
        name: "清香型", alias: "Light aroma", image: "/demo/jar.svg", sortOrder: 3, status: 2,
        children: [
          { name: "清香型·42度", image: "/demo/bottle.svg", sortOrder: 1, status: 1 },
        ],
      },
    ],
  },
  {
    name: "黄酒", alias: "Huangjiu", image: "/demo/jar.svg", sortOrder: 2, status: 1,
    children: [
      {
        name: "花雕", alias: "Huadiao", image: "/demo/jar.svg", sortOrder: 1, status: 1,
        children: [
          { name: "花雕·十年陈", image: "/demo/cellar.svg", sortOrder: 1, status: 1 },
          { name: "花雕·五年陈", image: "/demo/cellar.svg", sortOrder: 2, status: 1 },
        ],
      },
      { name: "加饭酒", alias: "Jiafan", image: "/demo/jar.svg", sortOrder: 2, status: 1 },
    ],
  },
  {
    name: "茶叶", alias: "Tea", image: "/demo/tea.svg", sortOrder: 3, status: 1,
    children: [
      {
        name: "乌龙茶", alias: "Oolong", image: "/demo/tea-leaf.svg", sortOrder: 1, status: 1,
        children: [
          { name: "铁观音·清香", image: "/demo/tea-leaf.svg", sortOrder: 1, status: 1 },
          { name: "铁观音·浓香", image: "/demo/tea-leaf.svg", sortOrder: 2, status: 1 },
          { name: "大红袍", image: "/demo/tea-leaf.svg", sortOrder: 3, status: 1 },
        ],
      },
      {
        name: "绿茶", alias: "Green tea", image: "/demo/tea-leaf.svg", sortOrder: 2, status: 1,
        children: [
          { name: "都匀毛尖", image: "/demo/tea-leaf.svg", sortOrder: 1, status: 1 },
          { name: "湄潭翠芽", image: "/demo/tea-leaf.svg", sortOrder: 2, status: 1 },
        ],
      },
      { name: "红茶", alias: "Black tea", image: "/demo/tea.svg", sortOrder: 3, status: 1 },
    ],
  },
  {
    name: "礼盒", alias: "Gift boxes", image: "/demo/gift-box.svg", sortOrder: 4, status: 1,
    children: [
      { name: "节庆礼盒", alias: "Festive", image: "/demo/gift-box.svg", sortOrder: 1, status: 1 },
      { name: "企业定制", alias: "Corporate", image: "/demo/gift-box.svg", sortOrder: 2, status: 1 },
    ],
  },
  {
    name: "酒具茶具", alias: "Ware", image: "/demo/cup.svg", sortOrder: 5, status: 1,
    children: [
      { name: "酒杯", alias: "Cups", image: "/demo/cup.svg", sortOrder: 1, status: 1 },
      { name: "茶具套装", alias: "Tea sets", image: "/demo/tea.svg", sortOrder: 2, status: 1 },
    ],
  },
]);
