// Divisions of coordinates, and the comparison of divisions.
import { describe, expect, it } from "vitest";
import divisions from "../../seed/divisions.json" with { type: "json" };
import { crossingOf, crossings, type Crossing } from "./cross-region.ts";
import { divisionAt } from "./division.ts";
import places from "./places.json" with { type: "json" };

describe("coordinates", () => {
  it.each([
    ["a city", 113.65, 34.76, "4101"],
    ["a city that is a province", 106.55, 29.56, "50"],
    ["a county without a city", 110.8, 19.54, "469005"],
    ["Hong Kong", 114.17, 22.3, "81"],
    ["Shenzhen beside it", 114.06, 22.54, "4403"],
    ["the border of two cities: their province", 113.2, 23.1, "44"],
  ])("in %s", (_where, longitude, latitude, code) => {
    expect(divisionAt(longitude, latitude)?.code).toBe(code);
  });

  it.each([
    ["the border of two provinces", 116.81, 39.95],
    ["the border of the country", 103.96, 22.53],
    ["another country", 105.85, 21.03],
    ["another country, far away", 2.35, 48.86],
    ["the sea", 123.5, 30],
    ["the desert", 83, 39],
    ["a phone that knows nothing", 0, 0],
  ])("in %s tell no division", (_where, longitude, latitude) => {
    expect(divisionAt(longitude, latitude)).toBeUndefined();
  });

  it("are told by divisions that a new installation has, every city among them", () => {
    const named = Object.keys(places).filter((code) => code !== "");
    expect(named.filter((code) => !(code in divisions))).toEqual([]);
    const withCities = Object.keys(divisions).filter((code) => code.length === 4 && !/^(?:11|12|31|50)/.test(code));
    expect(withCities.filter((code) => !named.some((one) => one.startsWith(code)))).toEqual([]);
  });
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
