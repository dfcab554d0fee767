// Nothing that a command starts may outlive it: not a child that left its group, not after an interrupt, not after our own SIGKILL or npm's.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runInGroup } from "../../scripts/process-group.ts";

const cwd = fileURLToPath(new URL("../..", import.meta.url));
const isLinux = process.platform === "linux";

/** A program that starts a child in a session of its own, tells nobody, and ends. */
const LEAVES_ONE_BEHIND = `require("node:child_process").spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000); 'left by the test'"], { detached: true, stdio: "ignore" }).unref()`;

/** Ended but not yet collected by its parent (state Z) is ended: in a container the first process may take its time. */
function isAlive(pid: number): boolean {
  return /^[^Z\s]/.test(
    isLinux ? stateFromProc(pid) : spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" }).stdout.trim(),
  );
}

/** Small containers have no ps. */
function stateFromProc(pid: number): string {
  if (!existsSync(`/proc/${pid}/stat`)) return "";
  return readFileSync(`/proc/${pid}/stat`, "utf8").replace(/^.*\) /s, "");
}

test("the exit code of the command is handed on", async () => {
  expect(await runInGroup(process.execPath, ["-e", "process.exit(7)"], { cwd })).toMatchObject({ code: 7, leftBehind: [] });
});

test.runIf(isLinux)("what a command and its children compute is counted", async () => {
  const busy = "const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end);";
  const parent = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}])`;
  const idle = await runInGroup(process.execPath, ["-e", ""], { cwd });
  const { processorSeconds } = await runInGroup(process.execPath, ["-e", parent], { cwd });
  expect((processorSeconds ?? 0) - (idle.processorSeconds ?? 0)).toBeGreaterThan(0.25);
});

test("a command that cannot be started ends with 127", async () => {
  expect((await runInGroup("/nowhere/at/all", [], { cwd })).code).toBe(127);
});

test("a patient command leaves the processor to others", async () => {
  let output = "";
  const program = `const { getPriority } = require("node:os"); process.stdin.on("end", () => console.log(getPriority())).resume();`;
  await runInGroup(process.execPath, ["-e", program], { cwd, isPatient: true, onOutput: (text) => void (output += text) });
  expect(Number(output)).toBeGreaterThan(getPriority());
});

describe.runIf(isLinux)("a process that outlives its command", () => {
  test("is named and ended", async () => {
    const { code, leftBehind } = await runInGroup(process.execPath, ["-e", LEAVES_ONE_BEHIND], { cwd, patienceMs: 300 });
    expect(code).toBe(0);
    expect(leftBehind).toEqual([expect.stringContaining("left by the test")]);
    expect(isAlive(Number.parseInt(leftBehind[0] ?? "", 10))).toBe(false);
  });

  test("is forgiven when it ends by itself in time", async () => {
    const shortly = LEAVES_ONE_BEHIND.replace("60000", "300");
    expect((await runInGroup(process.execPath, ["-e", shortly], { cwd, patienceMs: 20_000 })).leftBehind).toEqual([]);
  });
});

describe.skipIf(process.platform === "win32")("a command that runs on", () => {
  test("ends when it is interrupted", async () => {
    const interrupt = new AbortController();
    const finished = runInGroup(process.execPath, ["-e", "setTimeout(() => {}, 60000)"], { cwd, signal: interrupt.signal });
    interrupt.abort();
    expect((await finished).code).toBe(128 + 15);
  });

  test("ends when the one who started it is killed", async () => {
    const program = `
      import { runInGroup } from "./scripts/process-group.ts";
      void runInGroup(process.execPath, ["-e", "console.log(process.pid); setTimeout(() => {}, 60000)"], { cwd: "." });`;
    const starter = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program], {
      cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [reported] = (await once(starter.stdout, "data")) as [Buffer];
    const pid = Number(reported.toString());
    expect(isAlive(pid)).toBe(true);
    starter.kill("SIGKILL");
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });
});

test.skipIf(process.platform === "win32")("a server that npm started ends when npm is killed, which sends no signal", async () => {
  const program = `import { endWithNpm } from "./scripts/end-with-npm.ts"; endWithNpm(); console.log(process.pid); setInterval(() => {}, 1_000)`;
  // The shell waits, as that of npm does.
  const npm = spawn("sh", ["-c", `"${process.execPath}" --import tsx --input-type=module --eval '${program}'; true`], {
    cwd,
    env: { ...process.env, npm_lifecycle_event: "dev" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(npm.stdout, "data")) as [Buffer];
  const server = Number(printed.toString());
  expect(isAlive(server)).toBe(true);
  npm.kill("SIGKILL");
  await expect.poll(() => isAlive(server), { timeout: 20_000 }).toBe(false);
});
