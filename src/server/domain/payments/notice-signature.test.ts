// Signatures of notices, as a client checks them (docs/payments.md shows the same example).
import { readFile } from "node:fs/promises";
import { createHash, createHmac, generateKeyPairSync, verify } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signedText, signNotice } from "./notice-signature.ts";

const content = { payNo: "ZF202503120001", amount: "399.00", appId: "h5-001", tradeNo: "", status: 2, timestamp: 1741752000 };
const text = "amount=399.00&appId=h5-001&payNo=ZF202503120001&status=2&timestamp=1741752000";
const keys = { appSecret: "a-secret-of-the-client", privateKey: "" };

describe("a notice", () => {
  it("is signed over its members in the order of their names, without empty ones", () => expect(signedText(content)).toBe(text));

  it("is signed with the secret of the client by MD5 and HMAC-SHA256", () => {
    const behind = `${text}&key=${keys.appSecret}`;
    expect(signNotice(content, "MD5", keys)).toBe(createHash("md5").update(behind).digest("hex").toUpperCase());
    expect(signNotice(content, "HMAC-SHA256", keys)).toBe(createHmac("sha256", keys.appSecret).update(behind).digest("hex").toUpperCase());
  });

  it("is signed with the private key of the client by RSA2, whose public key proves it", () => {
    const pair = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const der = pair.privateKey.export({ type: "pkcs8", format: "der" }).toString("base64");
    const pem = pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    for (const privateKey of [der, pem]) {
      const signature = signNotice(content, "RSA2", { appSecret: "", privateKey });
      expect(verify("RSA-SHA256", Buffer.from(text), pair.publicKey, Buffer.from(signature ?? "", "base64"))).toBe(true);
    }
  });

  it("cannot be signed without a usable key", () => {
    expect(signNotice(content, "RSA2", { appSecret: "x", privateKey: "no key" })).toBeUndefined();
    expect(signNotice(content, "MD5", { appSecret: "", privateKey: "x" })).toBeUndefined();
  });

  it("is signed as the document says", async () => {
    const document = await readFile("docs/payments.md", "utf8");
    for (const part of [text, signNotice(content, "HMAC-SHA256", keys), signNotice(content, "MD5", keys)]) expect(document).toContain(part);
  });
});
