// What `npm test` learns of a run of vitest: it runs on a small project of its own, with the product's reporter and meter.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dearestFiles, REPORT_VARIABLE, stepOf, totalsOf, type RunReport } from "../../../scripts/test/report.ts";

const root = path.resolve(import.meta.dirname, "../../..");

/** A project with these test files, inside the checkout, so that it finds vitest; and what its run came to. */
function reportOf(files: Readonly<Record<string, string>>): { readonly code: number | null; readonly report: RunReport } {
  const folder = mkdtempSync(path.join(root, "node_modules", ".tracemark-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = { test: { name: "browser-of-a-test", retry: 1, setupFiles: [path.join(root, "tests/support/meter.ts")] } };
  writeFileSync(path.join(folder, "vitest.config.mjs"), `export default ${JSON.stringify(config)};`);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), `import { expect, it } from "vitest";\n${text}`);
  const report = path.join(folder, "report.json");
  const { status } = spawnSync(
    process.execPath,
    [
      path.join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--root",
      folder,
      `--reporter=${path.join(root, "scripts/test/reporter.ts")}`,
    ],
    { cwd: folder, env: { ...process.env, [REPORT_VARIABLE]: report } },
  );
  return { code: status, report: JSON.parse(readFileSync(report, "utf8")) };
}

it("each file is told with its tests, and those that passed at a second try", () => {
  const { code, report } = reportOf({
    "unstable.test.ts": `let tries = 0; it("comes late", () => { tries += 1; if (tries < 2) throw new Error("told:\\n - one\\n - two"); expect(tries).toBe(2); }); it.skip("is left out", () => {});`,
    "wrong.test.ts": `it("is wrong", () => { expect(1).toBe(2); }); it("is right", () => { expect(1).toBe(1); });`,
    "broken.test.ts": `throw new Error("cannot be loaded");`,
  });
  expect(code).toBe(1);
  const of = (file: string) => report.files.find((one) => one.file === file);
  expect(of("unstable.test.ts")).toMatchObject({ passed: 1, failed: 0, skipped: 1 });
  expect(of("unstable.test.ts")?.retried).toEqual([{ name: "comes late", reason: "told: - one - two (line 2)" }]);
  expect(of("wrong.test.ts")).toMatchObject({ passed: 1, failed: 1, retried: [] });
  expect(of("broken.test.ts")).toMatchObject({ passed: 0, failed: 1 });
  expect(totalsOf(report.files)).toMatchObject({ passed: 2, failed: 2, skipped: 1 });
  expect(stepOf(report.files[0]?.project ?? "")).toBe("browser");
});

// Other systems do not tell what a process costs.
it.runIf(process.platform === "linux")("the dearest file is the one that computed most, in its worker or in a process of it", () => {
  const busy = "const end = process.cpuUsage().user + 400_000; while (process.cpuUsage().user < end);";
  const { report } = reportOf({
    "idle.test.ts": `it("waits", () => { expect(1).toBe(1); });`,
    "busy.test.ts": `import { spawnSync } from "node:child_process";
      it("computes elsewhere", () => { expect(spawnSync(process.execPath, ["-e", ${JSON.stringify(busy)}]).status).toBe(0); });`,
  });
  const [first] = dearestFiles(report.files, 1);
  expect(first?.file).toBe("busy.test.ts");
  expect(first?.processorSeconds).toBeGreaterThan(0.4);
});
