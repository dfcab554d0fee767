import { demonstrationDay, seedRows } from "#schema";

export default seedRows("warehouse", [
  {
    code: "WH01", name: "仁怀成品库", warehouseType: 1, factoryId: "MX01", regionCode: "520382", address: "茅台镇酒都大道 188 号 C 区", principal: "赵磊", phone: "13885200005", area: "12000.00",
    capacity: 60000, sort: 1, createTime: "2024-03-15 09:00:00",
  },
  {
    code: "WH02", name: "郑州中转库", warehouseType: 3, regionCode: "410105", address: "国基路物流园 6 号库", principal: "孙丽", phone: "13885200006", area: "5200.00", capacity: 24000, sort: 2,
    createTime: "2024-04-01 09:00:00",
  },
  {
    code: "WH03", name: "仁怀原料库", warehouseType: 2, factoryId: "MX01", regionCode: "520382", principal: "赵磊", phone: "13885200005", area: "8000.00", allowNegative: 0, sort: 3,
    createTime: "2024-03-15 09:20:00",
  },
  {
    code: "WH04", name: "遵义成品库", warehouseType: 1, factoryId: "MX02", regionCode: "520303", address: "高新快线 1 号", principal: "杨帆", phone: "13885203001", area: "3600.00", capacity: 15000,
    sort: 4, createTime: "2024-04-12 11:00:00",
  },
  {
    code: "WH05", name: "仁怀退货库", warehouseType: 5, factoryId: "MX01", regionCode: "520382", principal: "赵磊", phone: "13885200005", area: "600.00", allowNegative: 1, sort: 5,
    createTime: "2024-06-03 15:00:00",
  },
  { code: "WH11", name: "河南豫商商贸渠道库", warehouseType: 4, channelId: "QD001", regionCode: "410105", principal: "马骏", phone: "13903710088", sort: 11, createTime: "2024-04-03 10:00:00" },
  { code: "WH12", name: "广东粤酒渠道库", warehouseType: 4, channelId: "QD002", regionCode: "440106", principal: "何伟明", phone: "13802880022", sort: 12, createTime: "2024-04-09 10:00:00" },
], { today: demonstrationDay });
