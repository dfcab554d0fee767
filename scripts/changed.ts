// What a change can break: files that differ from the point where the branch left main, and the tests that depend on them.
import { spawnSync } from "node:child_process";

export interface Selection {
  /** Tests of these files alone, below the root. Absent: vitest chooses by the import graph, from `since`. */
  readonly files?: readonly string[];
  /** Only tests whose name contains one of these words; all tests where the list is empty. */
  readonly names?: readonly string[];
  /** The commit that the change begins at. */
  readonly since: string;
}

/** A run of vitest. */
interface SelectedRun {
  readonly steps: readonly string[];
  readonly selection: Selection;
}

/** What a change asks of the steps of `npm test`. */
interface ChangedChecks {
  readonly runs: readonly SelectedRun[];
  /** Files to lint; absent: all of them. */
  readonly linted?: readonly string[];
}

const definition = /^resources\/(?<area>[^/]+)\/(?<name>[^/.]+)\.(?:seed\.)?ts$/;
const ofArea = /^resources\/(?<area>[^/]+)\//;
/** Files generated from definitions; the step `generated` compares them. */
const derived = /^(?:generated\/|tests\/screens\/__outlines__\/|docs\/|README\.md$)/;

/**
 * The tests for a change of these files. Definitions alone need their own screens and their own conformance, not every test that imports
 * the registry.
 */
export function checksFor(files: readonly string[], since: string): ChangedChecks {
  const sources = files.filter((file) => !derived.test(file));
  if (files.length === 0) return { runs: [] };
  if (!sources.every((file) => ofArea.test(file)))
    return { runs: [{ steps: ["unit", "server", "screens", "browser"], selection: { since } }] };
  const areas = [...new Set(sources.flatMap((file) => ofArea.exec(file)?.groups?.["area"] ?? []))];
  const named = sources.map((file) => definition.exec(file)?.groups?.["name"]);
  // Fields that several definitions share, and the area itself, concern all of the area.
  const names = named.includes(undefined) ? [] : [...new Set(named.flatMap((name) => name ?? []))];
  const ofDefinitions = ["definitions", "demonstration", "documents"].map((name) => `tests/unit/${name}.test.ts`);
  const ofResources = [
    ...(names.length === 0 ? [] : ["tests/unit/forms/every-screen.test.tsx"]),
    ...areas.map((area) => `tests/server/conformance/${area}.test.ts`),
    "tests/screens/outlines.test.ts",
  ];
  return {
    runs: [
      { steps: ["unit"], selection: { since, files: ofDefinitions } },
      { steps: ["unit", "server", "screens"], selection: { since, files: ofResources, names } },
    ],
    linted: sources.filter((file) => file.endsWith(".ts")),
  };
}

/** Parameters of vitest for a selection. */
export function vitestParameters({ files, names = [], since }: Selection): readonly string[] {
  if (files === undefined) return ["--changed", since, "--passWithNoTests"];
  return [...files, ...(names.length === 0 ? [] : ["-t", `(?:^|\\s)(?:${names.join("|")})(?:\\s|,|$)`])];
}

function git(root: string, ...parameters: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", parameters, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/** The commit that a change begins at: where the branch left main, or HEAD on main itself. */
export function changeBase(root: string): string {
  const base = git(root, "merge-base", "HEAD", "origin/main") ?? git(root, "merge-base", "HEAD", "main") ?? git(root, "rev-parse", "HEAD");
  if (base === undefined) throw new Error("--changed compares with git, and this is no git checkout");
  return base;
}

/** Files that differ from a commit, new ones that git does not ignore included. */
export function changedFiles(root: string, since: string): readonly string[] {
  const listed = [git(root, "diff", "--name-only", since), git(root, "ls-files", "--others", "--exclude-standard")];
  return [...new Set(listed.flatMap((text) => (text ?? "").split("\n")).filter((file) => file !== ""))].sort();
}
