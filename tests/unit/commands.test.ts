// Commands answer for help and refuse what they do not take before they do anything, and the first file that runs is read by any Node.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { commands, isAnswered, parametersOf } from "../../scripts/commands.ts";
import { providerVariables } from "../../src/server/auth/social/providers.ts";
import { variables } from "../../src/server/config.ts";
import { settingWords } from "../../scripts/new-resource/spec.ts";
import { fieldKinds } from "../../src/schema/kinds.ts";

const root = path.resolve(import.meta.dirname, "../..");
const { scripts } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { scripts: Record<string, string> };
const names = Object.values(scripts).flatMap((line) => /^node scripts\/run\.cjs ([a-z-]+)$/.exec(line)?.[1] ?? []);

afterEach(() => {
  process.exitCode = 0;
});

/** What it prints instead of beginning its work; undefined: it begins. */
async function answerOf(name: string, ...given: readonly string[]): Promise<string | undefined> {
  const printed: string[] = [];
  for (const stream of ["log", "error"] as const) {
    const spy = vi.spyOn(console, stream).mockImplementation((line: string) => void printed.push(line));
    onTestFinished(() => spy.mockRestore());
  }
  return (await isAnswered(name, given)) ? printed.join("\n") : undefined;
}

describe("every command of package.json", () => {
  test("begins with the file that any Node reads, and has its script and its help", () => {
    for (const line of Object.values(scripts)) expect(line).not.toContain("tsx");
    expect(names.filter((name) => name !== "help").sort()).toEqual(Object.keys(commands).sort());
    for (const name of Object.keys(commands)) expect([name, existsSync(path.join(root, "scripts", `${name}.ts`))]).toEqual([name, true]);
  });

  test.each(Object.keys(commands))("%s tells what it takes, and refuses anything else", async (name) => {
    const help = await answerOf(name, "--help");
    expect(help).toContain(commands[name as keyof typeof commands].call);
    for (const flag of Object.keys(commands[name as keyof typeof commands].parameters)) expect(help).toContain(`--${flag}`);
    expect(await answerOf(name, "--hepl")).toMatch(/^Unknown option '--hepl'\. npm .+ -- --help shows its parameters\.$/);
    expect(process.exitCode).toBe(1);
    expect(await answerOf(name)).toBeUndefined();
  });

  test("refuses a value that it cannot use", async () => {
    expect(await answerOf("seed", "--codes", "12")).toContain('--codes must be a whole number of at least 1000, not "12".');
    expect(await answerOf("bench-codes", "--only", "lookup,sort")).toContain('not "sort"');
    expect(parametersOf(commands.seed, ["--codes", "5000", "--world"]).values).toMatchObject({ codes: "5000", world: true });
  });
});

test("command lines in documents and in the first lines of scripts are accepted", () => {
  const pages = ["README.md", "docs", "scripts"].flatMap((place) => {
    const folder = path.join(root, place);
    return place.endsWith(".md") ? [folder] : readdirSync(folder).map((name) => path.join(folder, name));
  });
  const texts = pages.filter((file) => /\.(md|ts)$/.test(file)).map((file) => readFileSync(file, "utf8"));
  // In a row of a table the name is said once: `-- --codes 1000` belongs to the command before it.
  const lines = texts.flatMap((text) =>
    text.split(/\n(?!\/\/ )/).flatMap((line) => {
      const name = /npm (?:run )?([a-z:-]+)/.exec(line)?.[1] ?? "";
      return [...line.matchAll(/`(?:npm (?:run )?([a-z:-]+) )?-- (--?[a-z][^`<]*)`/g)].map(([, own = name, given = ""]) => [own, given]);
    }),
  );
  const existing = lines.flatMap(([name = "", given = ""]) => {
    const [, command] = /^node scripts\/run\.cjs ([a-z-]+)$/.exec(scripts[name] ?? "") ?? [];
    return command === undefined || given.includes("--help") ? [] : [[command, given.replace(/\s#.*/, "").split(" ")] as const];
  });
  expect(existing.length).toBeGreaterThan(15);
  for (const [command, given] of existing)
    expect(() => parametersOf(commands[command as keyof typeof commands], given), command).not.toThrow();
});

test("npm start lists every setting with its sentence", async () => {
  const help = (await answerOf("start", "--help"))?.replace(/\s+/g, " ");
  for (const [name, { description }] of Object.entries(variables)) expect(help).toContain(`${name} ${description ?? "?"}`);
  for (const [name, { description }] of Object.entries(providerVariables))
    expect(help).toContain(`OAUTH_<KEY>_${name} ${description ?? "?"}`);
});

test("npm run new-resource lists kinds and options", async () => {
  const help = await answerOf("new-resource", "--help");
  for (const { kind } of [...fieldKinds.values()].filter(({ asks }) => asks !== "fields")) expect(help).toContain(kind);
  for (const word of [...settingWords.flags, ...settingWords.valued, ...settingWords.action, "treeRef"]) expect(help).toContain(word);
});

describe("an old Node", () => {
  const asOld = (version: string) =>
    spawnSync(
      process.execPath,
      ["-e", `Object.defineProperty(process.versions, "node", { value: "${version}" }); require("./scripts/run.cjs")`],
      {
        cwd: root,
        encoding: "utf8",
      },
    );

  test("is told in one sentence what to install", () => {
    for (const version of ["8.17.0", "18.20.4", "20.18.1"]) {
      const { status, stderr } = asOld(version);
      expect([status, stderr]).toEqual([
        1,
        expect.stringMatching(/^Node \S+ is running, and Tracemark needs 20\.19 or newer: install [^\n]+\n$/),
      ]);
    }
  });

  test("can read the file that says so, and the start of the bundle knows the same version", () => {
    const source = readFileSync(path.join(root, "scripts/run.cjs"), "utf8").replace(/^\s*\/\/.*$/gm, "");
    expect(source).not.toMatch(/=>|`|\b(?:const|let|class|async|await|import)\b|\?\.|\?\?|,\s*\)/);
    const launch = readFileSync(path.join(root, "src/server/launch.ts"), "utf8");
    const [, wanted = ""] = /"node": ">=(\d+\.\d+)/.exec(readFileSync(path.join(root, "package.json"), "utf8")) ?? [];
    expect(launch).toContain(`const wanted = [${wanted.replace(".", ", ")}] as const;`);
  });
});
