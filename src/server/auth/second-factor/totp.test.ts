// The codes of RFC 6238, Appendix B, and what an authenticator application reads.
import { describe, expect, test } from "vitest";
import { codeOf, isCode, newSecret, setUpAddress, stepAt, stepOf, toBase32 } from "./totp.ts";

const secret = toBase32(Buffer.from("12345678901234567890"));

/** Seconds and the last six of the eight digits there. */
const vectors = [
  [59, "94287082"],
  [1_111_111_109, "07081804"],
  [1_111_111_111, "14050471"],
  [1_234_567_890, "89005924"],
  [2_000_000_000, "69279037"],
  [20_000_000_000, "65353130"],
] as const;

describe("codes by time", () => {
  test.each(vectors)("are those of RFC 6238 at %d seconds", (seconds, code) => {
    expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(-6));
  });

  test("secrets are written as RFC 4648 does", () => {
    const vectorsOfBase32 = { "": "", f: "MY", fo: "MZXQ", foo: "MZXW6", foob: "MZXW6YQ", fooba: "MZXW6YTB", foobar: "MZXW6YTBOI" };
    for (const [plain, written] of Object.entries(vectorsOfBase32)) expect(toBase32(Buffer.from(plain))).toBe(written);
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
  });

  test("of the step before and after are accepted, others are not", () => {
    const now = 1_700_000_000_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((shift) => stepOf(secret, codeOf(secret, step + shift), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
    for (const wrong of ["", "12345", "1234567", "１２３４５６", "12345a"]) {
      expect(isCode(wrong)).toBe(false);
      expect(stepOf(secret, wrong, now)).toBeUndefined();
    }
  });

  test("are set up by an address that names issuer and account", () => {
    const address = new URL(setUpAddress(secret, { issuer: "码 & Co", account: "000000:boss" }));
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual(["otpauth:", "totp", "/码 & Co:000000:boss"]);
    expect(Object.fromEntries(address.searchParams)).toEqual({ secret, issuer: "码 & Co", algorithm: "SHA1", digits: "6", period: "30" });
  });
});
