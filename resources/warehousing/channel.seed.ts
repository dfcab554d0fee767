import { demonstrationDay, seedRows } from "#schema";

export default seedRows("channel", [
  {
    code: "QD001", name: "河南豫商商贸有限公司", channelTypeId: "一级经销商", saleRegionCodes: ["41"], regionCode: "410105", address: "金水区花园路 39 号", contact: "马骏", phone: "13903710088",
    creditCode: "91410105MA3X5T2R8P", contractNo: "HT-2024-001", contractStart: "2024-01-01", contractEnd: "2026-12-31", deposit: "500000.00", salesman: "郑浩",
    createTime: "2024-03-20 09:00:00",
    children: [
      {
        code: "QD00101", name: "郑州金水名烟名酒", channelTypeId: "烟酒店", saleRegionCodes: ["410105"], regionCode: "410105", contact: "李志强", phone: "13903710101", salesman: "郑浩",
        createTime: "2024-03-22 10:00:00",
      },
      {
        code: "QD00102", name: "洛阳老城酒业", channelTypeId: "二级经销商", saleRegionCodes: ["4103"], regionCode: "410302", contact: "贾文", phone: "13903790102", salesman: "郑浩",
        createTime: "2024-04-11 15:30:00",
      },
    ],
  },
  {
    code: "QD002", name: "广东粤酒供应链有限公司", channelTypeId: "一级经销商", saleRegionCodes: ["44"], regionCode: "440106", address: "天河区珠江新城华夏路 10 号", contact: "何伟明", phone: "13802880022",
    creditCode: "91440106MA5D2K7L4X", contractNo: "HT-2024-002", contractStart: "2024-02-01", contractEnd: "2027-01-31", deposit: "800000.00", salesman: "吴强",
    createTime: "2024-03-25 11:20:00",
    children: [{ code: "QD00201", name: "广州天河酒窖", channelTypeId: "烟酒店", saleRegionCodes: ["440106"], regionCode: "440106", contact: "冼家豪", phone: "13802880201", salesman: "吴强", createTime: "2024-04-02 09:45:00" }],
  },
  {
    id: "2001", code: "QD003", name: "贵州黔北商贸有限公司", channelTypeId: "一级经销商", saleRegionCodes: ["52"], regionCode: "520302", address: "红花岗区中华南路 66 号", contact: "罗小梅", phone: "13885200014",
    contractNo: "HT-2024-003", contractStart: "2024-01-01", contractEnd: "2026-12-31", deposit: "300000.00", salesman: "周芳", createTime: "2024-04-06 08:30:00",
    children: [{ code: "QD00301", name: "遵义红花岗酒行", channelTypeId: "烟酒店", saleRegionCodes: ["520302"], regionCode: "520302", contact: "杨帆", phone: "13885203001", salesman: "周芳", createTime: "2024-05-16 14:10:00" }],
  },
  {
    code: "QD004", name: "浙江江南酒业有限公司", channelTypeId: "一级经销商", saleRegionCodes: ["33"], regionCode: "330106", contact: "沈立", phone: "13905710044", contractNo: "HT-2024-004",
    contractStart: "2024-05-01",
    contractEnd: "2027-04-30", deposit: "500000.00", salesman: "郑浩", createTime: "2024-05-03 10:05:00",
    children: [{ code: "QD00401", name: "杭州西湖名酒汇", channelTypeId: "餐饮", saleRegionCodes: ["330106"], regionCode: "330106", contact: "林建国", phone: "13905710041", salesman: "郑浩", createTime: "2024-05-12 16:00:00" }],
  },
  {
    code: "QD005", name: "四川川酒联商贸", channelTypeId: "一级经销商", saleRegionCodes: ["51"], regionCode: "511502", contact: "唐杰", phone: "13808310055", contractNo: "HT-2023-011",
    contractStart: "2023-01-01",
    contractEnd: "2024-12-31", deposit: "200000.00", salesman: "吴强", status: 3, remark: "合同到期未续签", createTime: "2024-03-18 13:40:00",
  },
  { code: "QD900", name: "京东旗舰店", channelTypeId: "电商", contact: "周芳", phone: "13885200007", salesman: "周芳", remark: "不限区域", createTime: "2024-06-01 00:00:00" },
], { today: demonstrationDay });
