// Divisions of coordinates, and the comparison of divisions.
import { describe, expect, it } from "vitest";
import divisions from "../../seed/divisions.json" with { type: "json" };
import { crossingOf, crossings, type Crossing } from "./cross-region.ts";
import { divisionOfAddress } from "./address.ts";
import { accuracies, divisionAt } from "./division.ts";
import places from "./places.json" with { type: "json" };

describe("coordinates", () => {
  it.each([
    ["a city", 113.65, 34.76, "4101", "city"],
    ["a city that is a province", 106.55, 29.56, "50", "province"],
    ["a county without a city", 110.8, 19.54, "469005", "district"],
    ["Hong Kong", 114.17, 22.3, "81", "province"],
    ["Shenzhen beside it", 114.06, 22.54, "4403", "city"],
    ["the border of two cities: their province", 113.2, 23.1, "44", "nearCityBorder"],
  ] as const)("in %s", (...[_where, longitude, latitude, code, accuracy]) => {
    expect(divisionAt(longitude, latitude)).toMatchObject({ code, accuracy: accuracies[accuracy] });
  });

  it.each([
    ["the border of two provinces", 116.81, 39.95, "nearProvinceBorder"],
    ["towns of another country beside the border", 103.96, 22.53, "nowhere"],
    ["another country", 105.85, 21.03, "nowhere"],
    ["another country, far away", 2.35, 48.86, "nowhere"],
    ["the sea", 123.5, 30, "nowhere"],
    ["the desert", 83, 39, "nowhere"],
    ["a phone that knows nothing", 0, 0, "nowhere"],
  ] as const)("in %s tell no division", (_where, longitude, latitude, accuracy) => {
    expect(divisionAt(longitude, latitude)).toMatchObject({ code: undefined, accuracy: accuracies[accuracy] });
  });

  it("are told by divisions that a new installation has, every city among them", () => {
    const named = Object.keys(places).filter((code) => code !== "");
    expect(named.filter((code) => !(code in divisions))).toEqual([]);
    const withCities = Object.keys(divisions).filter((code) => code.length === 4 && !/^(?:11|12|31|50)/.test(code));
    expect(withCities.filter((code) => !named.some((one) => one.startsWith(code)))).toEqual([]);
  });
});

describe("an address", () => {
  it.each([
    ["贵州省遵义市仁怀市茅台镇1号", "520382"],
    ["贵州遵义仁怀市茅台镇", "520382"],
    ["中国 贵州省 仁怀市", "520382"],
    ["北京市朝阳区建国路1号", "110105"],
    ["北京市北京市朝阳区建国路", "110105"],
    ["吉林市船营区", "220204"],
    ["吉林省吉林市船营区", "220204"],
    ["海南省文昌市文城镇", "469005"],
    ["广西南宁市青秀区", "450103"],
    ["新疆维吾尔自治区乌鲁木齐市天山区", "650102"],
    ["广东省广州市某某路", "4401"],
    ["广东省某某路", "44"],
    ["香港特别行政区九龙", "81"],
  ])("%s is in %s", (address, code) => {
    expect(divisionOfAddress(address)).toBe(code);
  });

  it.each(["朝阳区建国路1号", "茅台镇1号", "Maotai Town, Renhuai", "", "市", "省"])(
    "%j is in no division that could be told",
    (address) => {
      expect(divisionOfAddress(address)).toBeUndefined();
    },
  );
});

describe("a scan is compared with where goods may be sold", () => {
  const { inside, outside, unknown } = crossings;
  const cases: readonly (readonly [string, string | undefined, readonly string[], string | undefined, Crossing])[] = [
    ["anywhere", undefined, [], "city", inside],
    ["not known where it was", undefined, ["41"], "city", unknown],
    ["a city of the province", "4101", ["41"], "city", inside],
    ["a district of the city", "410105", ["4103", "4101"], "city", inside],
    ["a district beside, at the level of cities", "410105", ["410102"], "city", inside],
    ["a district beside, at the level of districts", "410105", ["410102"], "district", outside],
    ["another city", "4103", ["4101"], "city", outside],
    ["another city, at the level of provinces", "4103", ["4101"], "province", inside],
    ["another province", "4401", ["41", "33"], "province", outside],
    ["only a province, at the level of cities", "41", ["41"], "city", unknown],
    ["only a city, at the level of districts", "4101", ["410105"], "district", unknown],
    ["a city that is a province", "11", ["110105"], "city", inside],
    ["not the city that is a province", "12", ["1101"], "city", outside],
    ["codes filled up to six digits", "4101", ["410000"], "city", inside],
    ["no level set", "4103", ["4101"], undefined, outside],
  ];
  it.each(cases)("%s", (...[, scanned, sold, level, expected]) => {
    expect(crossingOf(scanned, sold, level)).toBe(expected);
  });
});
