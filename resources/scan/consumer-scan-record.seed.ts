import { daysAgo, seedRows } from "#schema";
import { scannedBottles } from "../codes/code-item.seed.ts";

/** Where the bottles of one channel are looked up: mostly where it may sell. */
const places = [
  { scanRegionCode: "410105", address: "河南省郑州市金水区农业路", longitude: "113.680000", latitude: "34.790000", ip: "117.158.3.21", crossRegion: 0 },
  { scanRegionCode: "410305", address: "河南省洛阳市涧西区南昌路", longitude: "112.400000", latitude: "34.660000", ip: "117.158.40.9", crossRegion: 0 },
  { scanRegionCode: "410102", address: "河南省郑州市中原区桐柏路", longitude: "113.610000", latitude: "34.750000", ip: "117.158.8.77", crossRegion: 0 },
  { scanRegionCode: "410105", address: "河南省郑州市金水区文化路", longitude: "113.670000", latitude: "34.780000", ip: "117.158.3.90", crossRegion: 0 },
  { scanRegionCode: "420106", address: "湖北省武汉市武昌区中北路", longitude: "114.330000", latitude: "30.550000", ip: "219.140.2.15", crossRegion: 1 },
];

export default seedRows("consumer-scan-record", [
  {
    code: "MXB7K2Q9D4HT5H", codeFuncType: 4, scanTime: "2025-04-02 19:30:00", result: 1, scanNum: 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    wxUserId: "老李爱喝酒", phone: "13903710001", scanRegionCode: "410105", address: "河南省郑州市金水区花园路", longitude: "113.678000", latitude: "34.800000", locateMode: 1,
    ip: "117.158.1.7", channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0, crossRegion: 0, suspicious: 0,
    createTime: "2025-04-02 19:30:00",
  },
  {
    code: "MXB7K2Q9D4HT5H", codeFuncType: 4, scanTime: "2025-04-05 20:11:00", result: 2, scanNum: 2, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    wxUserId: "豫A小王", scanRegionCode: "410105", address: "河南省郑州市金水区经三路", longitude: "113.690000", latitude: "34.790000", locateMode: 1, ip: "117.158.2.7",
    channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0, crossRegion: 0, suspicious: 0, createTime: "2025-04-05 20:11:00",
  },
  {
    code: "MXB7K2Q9D4HT5H", codeFuncType: 4, scanTime: "2025-04-07 21:02:00", result: 2, scanNum: 9, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    scanRegionCode: "330106", address: "浙江省杭州市西湖区文三路", locateMode: 2, ip: "117.158.9.7", channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"],
    nonChannel: 0, crossRegion: 1, suspicious: 1, createTime: "2025-04-07 21:02:00",
  },
  {
    code: "MXB7K2Q9D4HT5H", codeFuncType: 4, scanTime: "2025-04-09 12:44:00", result: 2, scanNum: 17, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    scanRegionCode: "510104", address: "四川省成都市锦江区", locateMode: 2, ip: "117.158.17.7", channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"],
    nonChannel: 0, crossRegion: 1, suspicious: 1, createTime: "2025-04-09 12:44:00",
  },
  {
    code: "MXB9M4T6X2CR8P", codeFuncType: 4, scanTime: "2025-04-03 20:12:00", result: 1, scanNum: 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    wxUserId: "豫A小王", scanRegionCode: "410302", address: "河南省洛阳市老城区", longitude: "112.469000", latitude: "34.683000", locateMode: 1, ip: "117.158.1.7", channelId: "QD001",
    stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0, crossRegion: 0, suspicious: 0, createTime: "2025-04-03 20:12:00",
  },
  {
    code: "MXBP3T6V9N2A5X", codeFuncType: 4, scanTime: "2025-04-08 21:40:00", result: 1, scanNum: 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    wxUserId: "敏敏", phone: "13805710003", scanRegionCode: "440106", address: "广东省广州市天河区", longitude: "113.361000", latitude: "23.124000", locateMode: 1, ip: "117.158.1.7",
    channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0, crossRegion: 1, suspicious: 0, createTime: "2025-04-08 21:40:00",
  },
  {
    code: "MXBP3T6V9N2A5X", codeFuncType: 4, scanTime: "2025-04-09 09:15:00", result: 2, scanNum: 2, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    wxUserId: "敏敏", scanRegionCode: "440106", address: "广东省广州市天河区", longitude: "113.361000", latitude: "23.124000", locateMode: 1, ip: "117.158.2.7", channelId: "QD001",
    stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0, crossRegion: 1, suspicious: 0, createTime: "2025-04-09 09:15:00",
  },
  {
    code: "MXB8W5E2R7Y4UY", codeFuncType: 4, scanTime: "2025-04-03 11:05:00", result: 1, scanNum: 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    scanRegionCode: "510107", address: "四川省成都市武侯区", locateMode: 2, ip: "117.158.1.7", nonChannel: 1, crossRegion: 2, suspicious: 0, createTime: "2025-04-03 11:05:00",
  },
  {
    code: "MXBZZZZZZZZZZZ", codeFuncType: 4, scanTime: "2025-04-04 22:30:00", result: 3, scanNum: 1, scanRegionCode: "410105", address: "河南省郑州市金水区", locateMode: 2,
    ip: "117.158.1.7", nonChannel: 0, crossRegion: 2, suspicious: 0, createTime: "2025-04-04 22:30:00",
  },
  {
    code: "MXC00000008029", codeFuncType: 4, scanTime: "2025-04-06 15:20:00", result: 4, scanNum: 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
    scanRegionCode: "520382", address: "贵州省遵义市仁怀市", locateMode: 2, ip: "117.158.1.7", nonChannel: 0, crossRegion: 2, suspicious: 0, createTime: "2025-04-06 15:20:00",
  },
  ...scannedBottles.flatMap(({ code, scans }, bottle) =>
    scans.map(([days, time], index) => ({
      code, codeFuncType: 4, scanTime: daysAgo(days, time), result: index === 0 ? 1 : 2, scanNum: index + 1, productId: "P0001", specId: "SP0001", batchCode: "MXYB250301",
      // A bottle stays where it was bought.
      ...places[(bottle * 7) % 11 === 3 ? 4 : bottle % 4], locateMode: 1, channelId: "QD001", stockOutDocId: "CK202503100001", saleRegionCodes: ["41"], nonChannel: 0,
      suspicious: 0, createTime: daysAgo(days, time),
    })),
  ),
]);
