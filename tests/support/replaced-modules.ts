// What files that draw replace with `vi.mock`, as they name it: the next file of their worker gets these back (fresh-modules.ts).
export const replacedModules = [
  "#admin/api/request.ts",
  "#admin/data/screen-models/load.ts",
  "#fields/registry.ts",
  "#fields/widgets.ts",
  "#generated/kinds.ts",
] as const;
