import { expect, test, vi } from "vitest";
import { judgeVersion } from "./versions.ts";

test.each([150_000, 150_020, 160_004, 180_004])("version %i is run on without a word", (version) => {
  expect(judgeVersion(version)).toEqual([]);
});

test("an older version is refused in the language of who runs the server, and a newer one is spoken of", () => {
  vi.stubEnv("LC_ALL", "C");
  expect(() => judgeVersion(140_012)).toThrow("This is PostgreSQL 14, and 15 to 18 are supported");
  expect(judgeVersion(190_001)).toEqual([expect.stringContaining("PostgreSQL 19, which is newer than 18")]);
  vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
  expect(() => judgeVersion(140_012)).toThrow("该 PostgreSQL 的版本为 14，需要 15 至 18");
  vi.unstubAllEnvs();
});
