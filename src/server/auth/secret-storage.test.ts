// Sealed secrets: opened with their key only, and different every time.
import { createSecretKey, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { isSealedSecret, openSecret, sealSecret } from "./secret-storage.ts";

const key = createSecretKey(randomBytes(32));

test("a sealed secret opens with its key, and with no other", () => {
  const sealed = sealSecret(key, "密钥 secret");
  expect(openSecret(key, sealed)).toBe("密钥 secret");
  expect(openSecret(createSecretKey(randomBytes(32)), sealed)).toBeUndefined();
  expect(sealed).not.toContain("secret");
});

test("a text that was changed, cut off or never sealed does not open", () => {
  const sealed = sealSecret(key, "secret");
  const last = sealed.at(-3) === "A" ? "B" : "A";
  for (const text of [sealed.slice(0, -3) + last + sealed.slice(-2), sealed.slice(0, 20), "", "secret"])
    expect(openSecret(key, text)).toBeUndefined();
});

test("the same secret is sealed as another text every time, and still compares", () => {
  expect(sealSecret(key, "secret")).not.toBe(sealSecret(key, "secret"));
  expect(isSealedSecret(key, sealSecret(key, "secret"), "secret")).toBe(true);
  expect(isSealedSecret(key, sealSecret(key, "secret"), "secrets")).toBe(false);
  expect(isSealedSecret(key, undefined, "")).toBe(false);
});
