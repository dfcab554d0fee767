// The file .env of a checkout: what it sets, what wins over it, and how a mistake in it is reported.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { applyEnvironmentFile } from "../../scripts/environment-file.ts";
import { readConfiguration } from "../../src/server/config.ts";
import { settingsExample } from "../../src/server/settings-help.ts";
import { scratch } from "../support/scratch.ts";

const root = path.resolve(import.meta.dirname, "../..");

function folderWith(text: string): string {
  const folder = mkdtempSync(path.join(scratch(), "tracemark-env-"));
  writeFileSync(path.join(folder, ".env"), text);
  return folder;
}

function applied(text: string, environment: NodeJS.ProcessEnv = {}) {
  const sentence = applyEnvironmentFile(folderWith(text), environment);
  return { sentence, environment };
}

afterEach(() => void vi.unstubAllEnvs());

describe("a file of settings", () => {
  test("sets what the environment does not have, and names what it sets without its values", () => {
    const { sentence, environment } = applied(
      '# of this machine\nPORT=8123\nexport TRACEMARK_SECRET="a secret with # and spaces, 32 characters"\r\nDATA_DIR=/data # here\nOAUTH_GITHUB_CLIENT_ID=x\n',
      { DATA_DIR: "/other" },
    );
    expect(environment).toEqual({
      PORT: "8123",
      TRACEMARK_SECRET: "a secret with # and spaces, 32 characters",
      DATA_DIR: "/other",
      OAUTH_GITHUB_CLIENT_ID: "x",
    });
    expect(readConfiguration(environment, "/work")).toMatchObject({ port: 8123, dataDirectory: "/other" });
    expect(sentence).toMatch(/\.env: OAUTH_GITHUB_CLIENT_ID, PORT, TRACEMARK_SECRET; the environment has DATA_DIR already$/);
    expect(sentence).not.toMatch(/8123|secret with/);
  });

  test("leaves a variable empty that the environment has emptied", () => {
    expect(applied("DATABASE_URL=postgres://x/y\n", { DATABASE_URL: "" }).environment).toEqual({ DATABASE_URL: "" });
  });

  test("may have values of several lines in quotation marks", () => {
    expect(applied('SITE_URLS="https://a.example,\nhttps://b.example"\nPORT=1\n').environment).toEqual({
      SITE_URLS: "https://a.example,\nhttps://b.example",
      PORT: "1",
    });
  });

  test.each([
    ["PORT 8000\n", ".env:1: must be NAME=value", ".env:1：应为 名称=值"],
    ["\n# x\nDATABSE_URL=postgres://x\n", ".env:3: DATABSE_URL is not a setting", ".env:3：没有名为 DATABSE_URL 的设置"],
    ["PORT=1\nHOST=::\nPORT=2\n", ".env:3: PORT is already set in line 1", ".env:3：PORT 已在第 1 行设置"],
    ['PORT=1\nHOST="a\nDOCS=true\n', ".env:2: the quotation mark of HOST is not closed", ".env:2：HOST 的引号没有结束"],
  ])("%j is refused with its line, and sets nothing", (text, english, chinese) => {
    const environment = {};
    expect(() => applyEnvironmentFile(folderWith(text), environment)).toThrow(english);
    vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
    expect(() => applyEnvironmentFile(folderWith(text), environment)).toThrow(chinese);
    expect(environment).toEqual({});
  });
});

test("the example names every setting with its sentence, sets none, and is not the file itself", async () => {
  await expect(settingsExample()).toMatchFileSnapshot(path.join(root, ".env.example"));
  expect(applied(settingsExample()).environment).toEqual({});
  expect(applied(settingsExample().replaceAll("#PORT=", "PORT=8001")).environment).toEqual({ PORT: "8001" });
  expect(readFileSync(path.join(root, ".gitignore"), "utf8").split("\n")).toContain(".env");
});
