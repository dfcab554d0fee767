import { daysAgo, demonstrationDay, seedRows } from "#schema";
import { scannedBottles } from "../codes/code-item.options.ts";

/** Where the bottles of one channel are looked up: mostly where it may sell. */
const places = [
  { longitude: "113.680000", latitude: "34.790000", ip: "117.158.3.21" },
  { longitude: "112.400000", latitude: "34.660000", ip: "117.158.40.9" },
  { longitude: "113.610000", latitude: "34.750000", ip: "117.158.8.77" },
  { longitude: "113.670000", latitude: "34.780000", ip: "117.158.3.90" },
  { longitude: "114.330000", latitude: "30.550000", ip: "219.140.2.15" },
];

/** What consumers looked up. Everything else of a record the server makes of it, as it does of every look-up. */
export default seedRows("consumer-scan-record", [
  { code: "MXB7K2Q9D4HT5H", scanTime: "2025-03-11 10:30:00", wxUserId: "老李爱喝酒", phone: "13903710001", longitude: "113.678000", latitude: "34.800000", ip: "117.158.1.7" },
  { code: "MXB7K2Q9D4HT5H", scanTime: "2025-03-11 12:11:00", wxUserId: "豫A小王", longitude: "113.690000", latitude: "34.790000", ip: "117.158.2.7" },
  { code: "MXB7K2Q9D4HT5H", scanTime: "2025-03-11 21:02:00", longitude: "120.160000", latitude: "30.270000", ip: "117.158.9.7" },
  { code: "MXB7K2Q9D4HT5H", scanTime: "2025-03-12 08:44:00", longitude: "104.070000", latitude: "30.670000", ip: "117.158.17.7" },
  { code: "MXB9M4T6X2CR8P", scanTime: "2025-03-11 20:12:00", wxUserId: "豫A小王", longitude: "112.469000", latitude: "34.683000", ip: "117.158.1.7" },
  { code: "MXBP3T6V9N2A5X", scanTime: "2025-03-11 21:40:00", wxUserId: "敏敏", phone: "13805710003", longitude: "113.361000", latitude: "23.124000", ip: "117.158.1.7" },
  { code: "MXBP3T6V9N2A5X", scanTime: "2025-03-12 09:15:00", wxUserId: "敏敏", longitude: "113.361000", latitude: "23.124000", ip: "117.158.2.7" },
  { code: "MXB8W5E2R7Y4UY", scanTime: "2025-03-11 11:05:00", longitude: "104.050000", latitude: "30.640000", ip: "117.158.1.7" },
  { code: "MXBZZZZZZZZZZZ", scanTime: "2025-03-11 22:30:00", longitude: "113.680000", latitude: "34.800000", ip: "117.158.1.7" },
  { code: "MXC00000008029", scanTime: "2025-03-11 15:20:00", longitude: "106.400000", latitude: "27.800000", ip: "117.158.1.7" },
  ...scannedBottles.flatMap(({ code, scans }, bottle) =>
    // A bottle stays where it was bought.
    scans.map(([days, time]) => ({ code, scanTime: daysAgo(days, time), ...places[(bottle * 7) % 11 === 3 ? 4 : bottle % 4] })),
  ),
], { today: demonstrationDay });
