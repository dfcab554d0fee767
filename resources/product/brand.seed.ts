import { seedRows } from "#schema";

export default seedRows("brand", [
  { name: "茅溪", code: "MX", englishName: "Maoxi", logo: "/demo/brand-maoxi.svg", companyName: "贵州醇酿酒业有限公司", origin: "贵州仁怀", website: "https://maoxi.example.cn", sort: 1 },
  { name: "稻香源", code: "DXY", englishName: "Daoxiangyuan", logo: "/demo/brand-daoxiang.svg", companyName: "绍兴稻香源酒业有限公司", origin: "浙江绍兴", sort: 2 },
  { name: "山野茶事", code: "SYCS", englishName: "Shanye", logo: "/demo/brand-shanye.svg", companyName: "安溪山野茶业有限公司", origin: "福建安溪", sort: 3 },
]);
