// Encrypted secrets: decrypted with their key only, and different every time.
import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { matchesSecret, decryptSecret, encryptSecret } from "./secret-storage.ts";

const key = createSecretKey(randomBytes(32));

test("an encrypted secret opens with its key, and with no other", () => {
  const encrypted = encryptSecret(key, "密钥 secret");
  expect(decryptSecret(key, encrypted)).toBe("密钥 secret");
  expect(decryptSecret(createSecretKey(randomBytes(32)), encrypted)).toBeUndefined();
  expect(encrypted).not.toContain("secret");
});

test("a text that was changed, cut off or never encrypted does not open", () => {
  const encrypted = encryptSecret(key, "secret");
  const last = encrypted.at(-3) === "A" ? "B" : "A";
  for (const text of [encrypted.slice(0, -3) + last + encrypted.slice(-2), encrypted.slice(0, 20), "", "secret"])
    expect(decryptSecret(key, text)).toBeUndefined();
});

test("the same secret is encrypted as another text every time, and still compares", () => {
  expect(encryptSecret(key, "secret")).not.toBe(encryptSecret(key, "secret"));
  expect(matchesSecret(key, encryptSecret(key, "secret"), "secret")).toBe(true);
  expect(matchesSecret(key, encryptSecret(key, "secret"), "secrets")).toBe(false);
  expect(matchesSecret(key, undefined, "")).toBe(false);
});
