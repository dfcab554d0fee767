// Where a synthetic world sells and is scanned: cities with coordinates in their middle, the code of the division that these are in, and
// dealers with the regions where they may sell.

export interface Place {
  /** Code of its city; of its province where that has no cities. */
  readonly code: string;
  readonly longitude: string;
  readonly latitude: string;
}

const place = (code: string, longitude: string, latitude: string): Place => ({ code, longitude, latitude });

export const places: readonly Place[] = [
  place("11", "116.410000", "39.900000"),
  place("12", "117.200000", "39.080000"),
  place("1301", "114.510000", "38.040000"),
  place("1401", "112.550000", "37.870000"),
  place("2101", "123.430000", "41.810000"),
  place("2102", "121.610000", "38.910000"),
  place("2201", "125.320000", "43.820000"),
  place("2301", "126.530000", "45.800000"),
  place("31", "121.470000", "31.230000"),
  place("3201", "118.800000", "32.060000"),
  place("3205", "120.600000", "31.300000"),
  place("3301", "120.160000", "30.270000"),
  place("3302", "121.550000", "29.880000"),
  place("3401", "117.230000", "31.820000"),
  place("3501", "119.300000", "26.080000"),
  place("3601", "115.860000", "28.680000"),
  place("3701", "117.000000", "36.670000"),
  place("3702", "120.380000", "36.070000"),
  place("4101", "113.630000", "34.750000"),
  place("4103", "112.450000", "34.620000"),
  place("4201", "114.310000", "30.590000"),
  place("4301", "112.940000", "28.230000"),
  place("4401", "113.260000", "23.130000"),
  place("4403", "114.060000", "22.550000"),
  place("4501", "108.370000", "22.820000"),
  place("4601", "110.350000", "20.020000"),
  place("50", "106.550000", "29.560000"),
  place("5101", "104.070000", "30.670000"),
  place("5201", "106.710000", "26.580000"),
  place("5203", "106.920000", "27.700000"),
  place("5301", "102.730000", "25.040000"),
  place("6101", "108.940000", "34.340000"),
  place("6201", "103.830000", "36.060000"),
  place("6501", "87.620000", "43.830000"),
];

interface Dealer {
  readonly code: string;
  readonly name: string;
  /** Regions where it may sell; none means anywhere. */
  readonly regions: readonly string[];
  /** Index of the dealer that it buys from; undefined for one that the brand supplies. */
  readonly above?: number;
}

/** Dealers, those above before those below. */
export const dealers: readonly Dealer[] = [
  { code: "QD01", name: "贵州总经销", regions: ["52"] },
  { code: "QD02", name: "川渝总经销", regions: ["50", "51"] },
  { code: "QD03", name: "两广总经销", regions: ["44", "45"] },
  { code: "QD04", name: "两湖总经销", regions: ["42", "43"] },
  { code: "QD05", name: "中原总经销", regions: ["14", "41"] },
  { code: "QD06", name: "华东总经销", regions: ["31", "32", "33", "34"] },
  { code: "QD07", name: "京津冀总经销", regions: ["11", "12", "13"] },
  { code: "QD08", name: "山东总经销", regions: ["37"] },
  { code: "QD09", name: "东北总经销", regions: ["21", "22", "23"] },
  { code: "QD10", name: "西北总经销", regions: ["61", "62", "65"] },
  { code: "QD11", name: "电商旗舰店", regions: [] },
  { code: "QD12", name: "遵义经销商", regions: ["5203"], above: 0 },
  { code: "QD13", name: "深圳经销商", regions: ["4403"], above: 2 },
  { code: "QD14", name: "洛阳经销商", regions: ["4103"], above: 4 },
  { code: "QD15", name: "宁波经销商", regions: ["3302"], above: 5 },
  { code: "QD16", name: "苏州经销商", regions: ["3205"], above: 5 },
  { code: "QD17", name: "青岛经销商", regions: ["3702"], above: 7 },
];

/** Whether goods for these regions may be sold at a place. */
export const mayBeSoldAt = (regions: readonly string[], { code }: Place): boolean =>
  regions.length === 0 || regions.some((region) => code.startsWith(region));
