// `npm run conformance` against the product as it is installed: the command as it is typed, its table and its exit code.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { startApplication, type Application } from "../support/application.ts";
import { prepare } from "../support/prepare.ts";

const root = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
let application: Application;

prepare(async () => {
  application = await startApplication({ CAPTCHA: "false", CALLS_PER_MINUTE: "1000000" });
});
afterAll(() => application.close());

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

async function conformance(password: string | undefined, ...parameters: readonly string[]): Promise<Outcome> {
  const { CONFORMANCE_PASSWORD: _mine, ...environment } = process.env;
  try {
    const { stdout, stderr } = await run(process.execPath, ["scripts/run.cjs", "conformance", ...parameters], {
      cwd: root,
      env: { ...environment, NO_COLOR: "1", ...(password === undefined ? {} : { CONFORMANCE_PASSWORD: password }) },
    });
    return { stdout, stderr, code: 0 };
  } catch (error) {
    // What execFile rejects with.
    const { stdout, stderr, code } = error as Outcome;
    return { stdout, stderr, code };
  }
}

it("our own server conforms, for the tenant's administrator and for the platform's", { timeout: 300_000 }, async () => {
  for (const [account, password] of [
    ["100001/zhangwei", "123456"],
    ["000000/admin", "admin"],
  ] as const) {
    const told = await conformance(password, "--url", `${application.address}/api`, "--account", account);
    expect(told.stdout.trim().split("\n").at(-1), told.stdout + told.stderr).toBe("conforms");
    expect(told.code).toBe(0);
    expect(told.stdout).toMatch(account.startsWith("100001") ? /^factory +available +ok +ok +ok/mu : /^menu +available +ok/mu);
    expect(told.stdout).not.toContain(password === "admin" ? "password" : password);
  }
});

it("fails with the back-end's own words where nobody can sign in, and asks for what is missing", async () => {
  const refused = await conformance("wrong", "--url", `${application.address}/api`, "--account", "000000/admin");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("Signing in failed: 用户名或密码错误");
  const silent = await conformance(undefined, "--url", `${application.address}/api`, "--account", "000000/admin");
  expect(silent.stderr).toContain("CONFORMANCE_PASSWORD");
  const nowhere = await conformance("x", "--url", "http://127.0.0.1:49151", "--account", "000000/admin");
  expect(nowhere.stderr).toContain("ECONNREFUSED");
});
