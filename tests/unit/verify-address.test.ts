// What the public page reads from its address.
import { describe, expect, test } from "vitest";
import { askedBy } from "../../src/verify/address.ts";
import { isVerifyPath } from "../../src/verify/routes.ts";

const at = (address: string) => askedBy(new URL(address, "https://t.example.cn"));

describe("the address of the public page", () => {
  test.each([
    ["/verify?t=100001&c=MX%2F1", { code: "MX/1", tenantId: "100001" }],
    ["/verify?tenantId=100001&code=MX1", { code: "MX1", tenantId: "100001" }],
    ["/verify?c=%20MX1%20", { code: "MX1", tenantId: "" }],
    ["/verify", { code: "", tenantId: "" }],
    ["/01/06901234567892/21/MX1", { code: "MX1", tenantId: "", gtin: "06901234567892" }],
    ["/01/6901234567892/21/MX%2F1/?t=100001", { code: "MX/1", tenantId: "100001", gtin: "6901234567892" }],
    ["/01/6901234567892/21/%E4%A", { code: "%E4%A", tenantId: "", gtin: "6901234567892" }],
  ])("%s", (address, asked) => {
    expect(at(address)).toEqual(asked);
  });

  test("is told apart from the application's own", () => {
    expect(["/verify", "/verify/", "/01/6901234567892/21/A"].map(isVerifyPath)).toEqual([true, true, true]);
    expect(["/", "/verifying", "/01/12/21/A", "/01/6901234567892/21/", "/01/6901234567892/21/A/b"].map(isVerifyPath)).not.toContain(true);
  });
});
