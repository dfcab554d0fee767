// Stored passwords: the right one verifies, no other does, and the hash does not reveal it.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { hashPassword, isPasswordHash, transformed, verifyPassword } from "./password-hash.ts";

// Slow on purpose, and slower in parallel with other tests.
vi.setConfig({ testTimeout: 60_000 });

test("a kept password verifies what was received, and nothing else", async () => {
  const stored = await hashPassword(transformed("admin", "md5"));
  expect(await verifyPassword(stored, transformed("admin", "md5"))).toBe(true);
  for (const other of ["admin", "", stored, transformed("Admin", "md5")]) expect(await verifyPassword(stored, other), other).toBe(false);
});

test("the same password is kept as another text every time, which says its cost and not the password", async () => {
  const [one, two] = await Promise.all([hashPassword("word"), hashPassword("word")]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w-]{22}\$[\w-]{43}$/);
  expect(isPasswordHash(one ?? "")).toBe(true);
});

test("a hash of another cost still verifies", async () => {
  // scrypt of "pleaseletmein" with the salt "SodiumChloride": RFC 7914, section 12.
  const key = Buffer.from(
    "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887",
    "hex",
  ).subarray(0, 32);
  const stored = `$scrypt$ln=14,r=8,p=1$${Buffer.from("SodiumChloride").toString("base64url")}$${key.toString("base64url")}`;
  expect(await verifyPassword(stored, "pleaseletmein")).toBe(true);
  expect(await verifyPassword(stored, "pleaseletmein ")).toBe(false);
});

test("nothing verifies against no hash, an old fast one or a broken one", async () => {
  for (const stored of [undefined, "", "90b9aa7e25f80cf4f64e990b78a9fc5ebd6cecad", "$scrypt$ln=14$x$y"])
    expect(await verifyPassword(stored, "admin"), stored).toBe(false);
});

test("md5 is what browsers of the platform send", () => {
  expect(transformed("admin", "md5")).toBe("21232f297a57a5a743894a0e4a801fc3");
  expect(transformed("admin", "plain")).toBe("admin");
});

test("nothing of the product lowers the cost", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const callers = ["src", "scripts"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(root, folder, name)),
    )
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && readFileSync(file, "utf8").includes("setHashCost"));
  expect(callers.map((file) => path.relative(root, file))).toEqual([path.join("src", "server", "auth", "password-hash.ts")]);
});
