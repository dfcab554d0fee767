// `npm run conformance` against the product as it is installed: the command as it is typed, its table and its exit code.
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { conform } from "../../scripts/conformance/run.ts";
import { isFull } from "../support/amounts.ts";
import { startApplication, type Application } from "../support/application.ts";
import { prepare } from "../support/prepare.ts";

const root = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);
let application: Application;

prepare(
  async () => {
    application = await startApplication({ CAPTCHA: "false", CALLS_PER_MINUTE: "1000000" });
  },
  () => application.close(),
);

interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** As the program, which is no more than this at a terminal. */
async function conformance(password: string | undefined, account: string, url = `${application.address}/api`): Promise<Outcome> {
  let [stdout, stderr] = ["", ""];
  const code = await conform(
    { url, account },
    {
      say: (line) => (stdout += `${line}\n`),
      complain: (line) => (stderr += `${line}\n`),
      password: async () => password,
    },
  );
  return { stdout, stderr, code };
}

it("our own server conforms for the tenant's administrator, as it is typed", async () => {
  const { CONFORMANCE_PASSWORD: _mine, ...environment } = process.env;
  // Rejects with any other exit code than 0.
  const { stdout } = await run(
    process.execPath,
    ["scripts/run.cjs", "conformance", "--url", `${application.address}/api`, "--account", "100001/zhangwei"],
    { cwd: root, env: { ...environment, NO_COLOR: "1", CONFORMANCE_PASSWORD: "123456" } },
  );
  expect(stdout.trim().split("\n").at(-1), stdout).toBe("conforms");
  expect(stdout).toMatch(/^factory +available +ok +ok +ok/mu);
  expect(stdout).not.toContain("123456");
});

// Some hundred calls more, of the same kind.
if (isFull)
  it("our own server conforms for the platform's administrator", async () => {
    const reported = await conformance("admin", "000000/admin");
    expect(reported.stdout.trim().split("\n").at(-1), reported.stdout + reported.stderr).toBe("conforms");
    expect(reported.code).toBe(0);
    expect(reported.stdout).toMatch(/^menu +available +ok/mu);
    expect(reported.stdout).not.toContain("password");
  });

it("fails with the back-end's own words where nobody can sign in, and asks for what is missing", async () => {
  const refused = await conformance("wrong", "000000/admin");
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("Signing in failed: 用户名或密码错误");
  expect((await conformance(undefined, "000000/admin")).stderr).toContain("CONFORMANCE_PASSWORD");
  expect((await conformance("x", "000000/admin", "http://127.0.0.1:49151")).stderr).toContain("ECONNREFUSED");
});
