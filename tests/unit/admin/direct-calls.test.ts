// Screens ask the server through Refine's hooks, which share one cache. What may call it directly is listed here with the reason.
import { expect, test } from "vitest";

const files = import.meta.glob<string>(["../../../src/admin/**/*.{ts,tsx}", "../../../src/fields/**/*.{ts,tsx}"], {
  eager: true,
  query: "?raw",
  import: "default",
});

const direct: Readonly<Record<string, string>> = {
  "src/admin/api": "below the data provider: the calls themselves, the renewal of the token, choices",
  "src/admin/data/providers/data-provider.ts": "the data provider",
  "src/admin/data/providers/lines-after-head.ts": "a part of the data provider, for other back-ends",
  "src/admin/data/providers/auth-provider.ts": "the auth provider",
  "src/admin/workspace/load-workspace.ts": "menu and keys, in the cache before Refine is drawn of them",
  "src/admin/workspace/load-separately.ts": "the same, from a back-end that answers them apart",
  "src/admin/first-reads.ts": "what the first page will need, before Refine is there",
  "src/admin/login": "the sign-in pages, which are there without Refine",
  "src/admin/pages/trial-page.tsx": "the test page, which shows how long an answer takes",
  "src/admin/ui/print/letterhead.ts": "the head of what is printed, read when somebody prints first",
  "src/admin/data/live": "the stream of what happens, and who has a record open: no answers to keep",
  "src/admin/data/queries/save-file.ts": "a file that is saved and not shown",
  "src/admin/inputs/upload/upload.ts": "a file with its progress",
  "src/admin/inputs/upload/upload-in-parts.ts": "a large file in parts, with its progress, that goes on after the connection broke",
  "src/admin/reports/use-report.ts": "runs of reports, which take longer than other reads and end with the page that asked",
};

const calls =
  /import \{[^}]*\b(?:request|requestBare|fetchAnswer|download|upload)\b[^}]*\} from "[^"]*(?:\/request|\/transport|\/download|\/api\/index)\.ts"/;

test("nothing else calls the server past Refine", () => {
  const found = Object.entries(files).flatMap(([path, source]) => (calls.test(source) ? [path.replace("../../../", "")] : []));
  expect(found).toContain("src/admin/data/providers/data-provider.ts");
  expect(found.filter((path) => !Object.keys(direct).some((place) => path === place || path.startsWith(`${place}/`)))).toEqual([]);
});

test("the data provider is asked past the hooks in src/admin/data/queries alone, for which Refine has none", () => {
  const found = Object.entries(files).flatMap(([path, source]) =>
    source.includes("useDataProvider") ? [path.replace("../../../", "")] : [],
  );
  expect(found.filter((path) => !path.startsWith("src/admin/data/queries/"))).toEqual([]);
});
