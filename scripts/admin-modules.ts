// The modules of the browser application: each folder of src/admin, and which of the others it may import. docs/architecture.md describes
// them; a new folder has to be listed in both.

interface AdminModule {
  readonly name: string;
  /** The modules that it may import, types included. */
  readonly imports: readonly string[];
  /** The modules above it that it may load with `import()`: a lazy chunk that it works without. */
  readonly loads?: readonly string[];
  /** It may import src/fields as well. */
  readonly usesFields?: true;
}

/** From bottom to top: each imports modules listed before it. Files beside the folders put them together and may import all. */
export const ADMIN_MODULES: readonly AdminModule[] = [
  { name: "browser", imports: [] },
  { name: "api", imports: ["browser"], usesFields: true },
  { name: "i18n", imports: ["browser"] },
  { name: "log", imports: ["browser", "api"] },
  { name: "ui", imports: ["browser", "api", "i18n"] },
  { name: "data", imports: ["browser", "api", "i18n", "log", "ui"], usesFields: true },
  { name: "access", imports: ["browser", "api", "data"] },
  { name: "workspace", imports: ["browser", "api", "i18n", "ui", "data", "access"] },
  { name: "inputs", imports: ["browser", "api", "i18n", "ui", "data"], usesFields: true },
  {
    name: "forms",
    imports: ["browser", "api", "i18n", "ui", "data", "access", "workspace", "inputs"],
    loads: ["flow"],
    usesFields: true,
  },
  {
    name: "screens",
    imports: ["browser", "api", "i18n", "ui", "data", "access", "workspace", "inputs", "forms"],
    loads: ["dialogs"],
    usesFields: true,
  },
  { name: "login", imports: ["browser", "api", "i18n", "ui", "data"] },
  { name: "codes", imports: ["browser", "api", "i18n", "ui", "data", "workspace"], usesFields: true },
  { name: "flow", imports: ["api", "i18n", "ui", "data", "access", "workspace", "inputs", "forms", "screens"], usesFields: true },
  { name: "reports", imports: ["api", "i18n", "ui", "data", "access", "workspace", "inputs", "forms", "screens"], usesFields: true },
  {
    name: "dialogs",
    imports: ["browser", "api", "i18n", "ui", "data", "access", "inputs", "forms", "screens", "codes", "flow"],
    usesFields: true,
  },
  {
    name: "pages",
    imports: ["browser", "api", "i18n", "ui", "data", "access", "workspace", "inputs", "forms", "screens", "login", "codes"],
    loads: ["flow", "reports"],
    usesFields: true,
  },
  {
    name: "shell",
    imports: ["browser", "api", "i18n", "log", "ui", "data", "access", "workspace", "inputs", "forms", "screens", "login"],
    usesFields: true,
  },
];

/** What cells, inputs and views of fields are made of. */
export const MODULES_BELOW_FIELDS: readonly string[] = ["browser", "api", "i18n", "ui", "data", "workspace", "inputs"];

const listed: ReadonlyMap<string, AdminModule> = new Map(ADMIN_MODULES.map((one) => [one.name, one]));

/** The folder of src/admin that a file is in; undefined for files beside the folders, and of other parts of the product. */
export function adminFolderOf(file: string): string | undefined {
  return /^src\/admin\/([^/]+)\//.exec(file)?.[1];
}

export function isListedFolder(folder: string): boolean {
  return listed.has(folder);
}

/** Whether a file of a listed module, or one beside the modules, may import the target. */
export function mayImport(from: string, to: string, isLazy: boolean): boolean {
  const importer = listed.get(adminFolderOf(from) ?? "");
  if (importer === undefined) return true;
  if (to.startsWith("src/fields/")) return importer.usesFields === true;
  if (!to.startsWith("src/admin/")) return true;
  const target = adminFolderOf(to);
  // What puts the modules together is above all of them.
  if (target === undefined) return false;
  return target === importer.name || importer.imports.includes(target) || (isLazy && importer.loads?.includes(target) === true);
}
