// What the public page reads from its address.
import { describe, expect, test } from "vitest";
import { lookupIn } from "../../src/verify/address.ts";
import { primaryKeys } from "../../src/verify/gs1-link.ts";
import { isVerifyPath } from "../../src/verify/routes.ts";

const at = (address: string) => lookupIn(new URL(address, "https://t.example.cn"));

describe("the address of the public page", () => {
  test.each([
    ["/verify?t=100001&c=MX%2F1", { code: "MX/1", tenantId: "100001" }],
    ["/verify?tenantId=100001&code=MX1", { code: "MX1", tenantId: "100001" }],
    ["/verify?c=%20MX1%20", { code: "MX1", tenantId: "" }],
    ["/verify", { code: "", tenantId: "" }],
    ["/01/06901234567892/21/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["/01/6901234567892/21/MX%2F1/?t=100001", { code: "MX/1", tenantId: "100001", gtin: "6901234567892" }],
    ["/01/6901234567892/21/%E4%A", { code: "%E4%A", tenantId: "", gtin: "6901234567892" }],
    ["/01/06901234567892/22/A/10/MX%2F25/21/MX1?t=100001&17=261231", { code: "MX1", tenantId: "100001", gtin: "06901234567892" }],
    ["/01/06901234567892", { code: "", tenantId: "", gtin: "06901234567892", unnamed: "product" }],
    ["/01/06901234567892/10/MX25?t=100001", { code: "", tenantId: "100001", gtin: "06901234567892", unnamed: "product" }],
    ["/00/340123450000000018", { code: "", tenantId: "", unnamed: "other" }],
    // What printers of labels get wrong: the consumer is shown the product all the same.
    ["/01/06901234567892/99/X", { code: "", tenantId: "", gtin: "06901234567892", unnamed: "product" }],
    ["/01/06901234567892/21/", { code: "", tenantId: "", gtin: "06901234567892", unnamed: "product" }],
    ["/01/06901234567892/21", { code: "", tenantId: "", gtin: "06901234567892", unnamed: "product" }],
    ["/01/06901234567892/11/260101/21/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["/01/06901234567892/10/123456789012345678901/21/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["/01/06901234567892/21/MX1/21/MX2/b", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["//01/06901234567892/21/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["/gtin/06901234567892/lot/7/ser/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
  ])("%s", (address, requested) => {
    // A path that begins with two slashes would be taken for the name of a site.
    const [, pathname = "", search = ""] = /^([^?]*)(.*)$/.exec(address) ?? [];
    expect(lookupIn({ pathname, search })).toEqual(requested);
  });

  test("is told apart from the application's own", () => {
    expect(["/verify", "/verify/", "/01/6901234567892/21/A"].map(isVerifyPath)).toEqual([true, true, true]);
    const others = ["/", "/verifying", "/01/12/21/A"];
    expect([...others, "/8010", "/toString/1", "/product/01/6901234567892"].filter(isVerifyPath)).toEqual([]);
  });

  // A value of each primary key, and of each of its qualifiers.
  const values: Readonly<Record<string, string>> = {
    ...{ "00": "340123450000000018", "01": "06901234567892", "253": "6901234567892DOC1", "255": "69012345678920001" },
    ...{ "401": "690123456A1", "402": "69012345000000018", "414": "6901234567892", "415": "6901234567892", "417": "6901234567892" },
    ...{ "8003": "06901234567892AB1", "8004": "690123456A/1", "8006": "069012345678920102", "8010": "6901234A-1", "8013": "6901234GMN1" },
    ...{ "8017": "690123450000000018", "8018": "690123450000000018" },
    ...{
      "10": "MX25-03/1",
      "21": "MX+1",
      "22": "2A",
      "235": "TPX1",
      "254": "1",
      "7040": "1ABC",
      "8011": "12",
      "8019": "7",
      "8020": "SLIP1",
    },
  };
  const partOf = (key: string) => `/${key}/${encodeURIComponent(values[key] ?? "")}`;
  const sequences = Object.entries(primaryKeys).flatMap(([key, { qualifiers }]) => {
    // Every choice of the qualifiers, in the order of the standard.
    const chosen = Object.keys(qualifiers).reduce<readonly string[]>(
      (made, one) => [...made, ...made.map((path) => path + partOf(one))],
      [""],
    );
    return chosen.map((path) => partOf(key) + path);
  });

  test("is every GS1 Digital Link, which never leads to the sign-in of the staff", () => {
    expect(sequences.length).toBeGreaterThan(40);
    expect(sequences.filter((path) => !isVerifyPath(path) || !isVerifyPath(`${path}/`))).toEqual([]);
    const serials = sequences.filter((path) => path.startsWith("/01/") && path.includes("/21/"));
    expect(new Set(serials.map((path) => at(path).code))).toEqual(new Set(["MX+1"]));
  });
});
