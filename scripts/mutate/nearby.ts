// Which tests judge the mutants of a folder: those that say they test it. Every test of the server runs through most of the server, so the
// ones that happen to pass by would take hours and say little.

/** Configurations of vitest: of tests as they are, and of those that were built into few files first (bundle.ts). */
export const configs = { plain: "tests/mutants.vitest.config.ts", bundled: "tests/bundled.vitest.config.ts" } as const;

/** Folder → files and folders of its tests, beside those that lie in it. The deepest folder that a file is in counts. */
export const nearby: Readonly<Record<string, readonly string[]>> = {
  src: [],
  "src/fields": [
    ...["action-dialog", "attributes", "changes-view", "choices", "job-progress", "job-view", "key-press", "lines", "lines-grid"].map(
      (name) => `tests/unit/forms/${name}.test.tsx`,
    ),
    ...["made-up-kind", "references", "region", "richtext-editor", "search-field", "shown-value", "widgets"].map(
      (name) => `tests/unit/forms/${name}.test.tsx`,
    ),
    ...["file-size", "initial-values", "richtext", "same-as-server", "schema-subset"].map((name) => `tests/unit/forms/${name}.test.ts`),
    "tests/unit/forms/trees",
    "tests/unit/kinds.test.ts",
    "tests/unit/odd-values.test.ts",
    "tests/unit/typed-text.test.ts",
  ],
  "src/schema": ["src/schema", "src/fields", "tests/unit"],
  "src/admin": ["src/admin", "tests/unit/admin", "tests/unit/forms"],
  "src/server/access": [
    ...["api-scopes", "data-scopes", "own-channels", "rights"].map((name) => `tests/server/access/${name}.test.ts`),
    "tests/server/auth/api-tokens.test.ts",
  ],
  "src/server/crud/guards": [
    ...["actions", "made-up", "narrowed-choices", "quick-find", "refusals", "remove", "reorder", "submit", "tree"].map(
      (name) => `tests/server/crud/${name}.test.ts`,
    ),
    "tests/server/access/own-channels.test.ts",
    "tests/server/domain/loyalty/grades.test.ts",
    "tests/server/domain/loyalty/memberships.test.ts",
    "tests/server/domain/mall/order-creation.test.ts",
    "tests/server/domain/payments/locks.test.ts",
  ],
  "src/server/domain/collection": [
    ...["closing", "locks", "refund-orders", "refunds"].map((name) => `tests/server/domain/payments/${name}.test.ts`),
    "tests/server/domain/mall/order-life.test.ts",
  ],
  "src/server/domain/warehousing": [
    ...[
      "bills",
      "contracts",
      "reconcile",
      "refusals",
      "sale-documents",
      "scans",
      "stock-in",
      "stock-in-booking",
      "stock-out",
      "stock-out-background",
      "trays",
    ].map((name) => `tests/server/domain/warehousing/${name}.test.ts`),
  ],
};

/** Every test of the server is built first: it loads all of it. */
export const isBundled = (file: string): boolean => /^(?:tests|src)\/server\//.test(file);

/** Where what was built lies, below the copy of the checkout. */
export const bundleFolder = "bundled";
export const bundledFile = (file: string): string => `${bundleFolder}/${file.replace(/\.ts$/, ".mjs")}`;

/** The variable that names the tests to the programs that Stryker starts. */
export const bundledVariable = "TRACEMARK_BUNDLED_TESTS";
export const bundledTests = (): readonly string[] => (process.env[bundledVariable] ?? "").split(",").filter((file) => file !== "");

/** What they are set up by. */
export const setUps = ["tests/support/assertions.ts", "tests/support/cheap-hashes.ts", "tests/support/left-databases.ts"] as const;

const isBelow = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

const depth = (folder: string): number => folder.split("/").length;

/** Tests of a folder of the source, or of the one that a file is in. What nobody has listed is tested in the folder of the same name. */
export function testsNear(place: string): readonly string[] {
  const source = /\.tsx?$/.test(place) ? place.slice(0, place.lastIndexOf("/")) : place;
  const own = /^src\/(server(?:\/domain)?\/[^/]+)/.exec(source)?.[1];
  const listed = Object.keys(nearby).filter((folder) => isBelow(folder, source));
  const nearest = listed.reduce((deepest, folder) => (depth(folder) > depth(deepest) ? folder : deepest), "src");
  const isNearer = own !== undefined && depth(nearest) < depth(`src/${own}`);
  return [source, ...(isNearer ? [`tests/${own}`] : (nearby[nearest] ?? []))];
}
