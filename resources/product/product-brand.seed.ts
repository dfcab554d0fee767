import { seedRows } from "#schema";

export default seedRows("product-brand", [
  { name: "茅溪·珍藏", englishName: "Maoxi Reserve", logo: "/demo/brand-maoxi.svg", manufacturer: "茅溪酒业有限公司", categoryIds: ["白酒"], brandId: "茅溪", sort: 1 },
  { name: "茅溪·迎宾", englishName: "Maoxi Welcome", logo: "/demo/brand-maoxi.svg", manufacturer: "茅溪酒业有限公司", categoryIds: ["白酒"], brandId: "茅溪", sort: 2 },
  { name: "稻香源·花雕", englishName: "Huadiao", logo: "/demo/brand-daoxiang.svg", manufacturer: "绍兴稻香源酒业有限公司", categoryIds: ["黄酒"], brandId: "稻香源", sort: 3 },
  { name: "山野茶事·铁观音", englishName: "Tieguanyin", logo: "/demo/brand-shanye.svg", manufacturer: "安溪山野茶业有限公司", categoryIds: ["乌龙茶"], brandId: "山野茶事", sort: 4 },
]);
