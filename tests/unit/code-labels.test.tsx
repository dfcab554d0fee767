// What the QR codes of labels hold: read back by a decoder, and by the public page.
import { Resvg } from "@resvg/resvg-js";
import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { labelsIn, sheetsOf } from "../../src/admin/codes/labels/labels.ts";
import { QrCode } from "../../src/admin/codes/labels/sheet.tsx";
import { addressesOf } from "../../src/server/domain/codes/label-addresses.ts";
import { lookupIn } from "../../src/verify/address.ts";

const site = "https://t.example.cn";
const tenantId = "100001";

/** What a telephone reads from the QR code. */
function decoded(address: string): string | undefined {
  const svg = renderToStaticMarkup(<QrCode address={address} label="code" />);
  const image = new Resvg(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '), {
    fitTo: { mode: "width", value: 400 },
  }).render();
  return jsQR(new Uint8ClampedArray(image.pixels), image.width, image.height)?.data;
}

describe("the addresses of a code", () => {
  test.each([
    ["MXB7K2Q9D4HT5H", "6901234567892"],
    ["A/1%2?x", "06901234567892"],
    ["a-code_that.is~longer than any serial", "69012345"],
  ])("%s: a QR code holds exactly the address, and the public page reads code, tenant and GTIN from it", (code, gtin) => {
    const { verify, gs1, rule } = addressesOf({ code, tenantId, gtin, urlPrefix: "https://q.example.cn/c/" });
    for (const address of [site + verify, ...(gs1 === undefined ? [] : [site + gs1])]) {
      expect(decoded(address)).toBe(address);
      expect(lookupIn(new URL(address))).toMatchObject({ code, tenantId });
    }
    expect(gs1 === undefined ? undefined : lookupIn(new URL(site + gs1)).gtin).toBe(gs1 === undefined ? undefined : gtin.padStart(14, "0"));
    expect(rule).toBe(`https://q.example.cn/c/${code}`);
  });

  test("name no GS1 Digital Link without a GTIN, or for a code that is no serial number of GS1", () => {
    const link = (code: string, gtin: string) => addressesOf({ code, tenantId, gtin, urlPrefix: "" }).gs1;
    expect(link("MX1", "6901234567892")).toBe("/01/06901234567892/21/MX1?t=100001");
    expect([link("MX1", ""), link("MX1", "12345"), link("123456789012345678901", "6901234567892"), link("码1", "6901234567892")]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(addressesOf({ code: "MX1", tenantId, gtin: "", urlPrefix: "javascript:alert(1)//" }).rule).toBeUndefined();
  });
});

test("labels come sheet by sheet, and address the site where the public is", () => {
  const found = labelsIn({
    site,
    labels: Array.from({ length: 7 }, (_one, place) => ({ place, code: `C${place}`, addresses: { verify: `/verify?c=C${place}` } })),
  });
  expect(sheetsOf(found?.labels ?? [], { rows: 3, columns: 1 }).map((sheet) => sheet.map(({ code }) => code))).toEqual([
    ["C0", "C1", "C2"],
    ["C3", "C4", "C5"],
    ["C6"],
  ]);
  expect(found?.labels[0]?.addresses).toEqual({ verify: `${site}/verify?c=C0` });
  expect(labelsIn({})).toBeNull();
});
