// The part of package-lock.json that a production machine needs: some packages with all that they depend on.
import { z } from "zod";

const names = z.record(z.string(), z.string()).optional();
const lockedPackage = z
  .object({ version: z.string().optional(), dependencies: names, optionalDependencies: names, peerDependencies: names })
  .loose();
const lockFile = z.object({ lockfileVersion: z.number(), packages: z.record(z.string(), lockedPackage) });
export type LockFile = z.infer<typeof lockFile>;
type LockedPackage = z.infer<typeof lockedPackage>;

export function readLock(text: string): LockFile {
  return lockFile.parse(JSON.parse(text));
}

/** Where a package finds another: in its own node_modules, or in those around it. */
function placeOf(lock: LockFile, from: string, name: string): string | undefined {
  for (let around = from; ; around = around.slice(0, Math.max(around.lastIndexOf("node_modules/") - 1, 0))) {
    const place = around === "" ? `node_modules/${name}` : `${around}/node_modules/${name}`;
    if (lock.packages[place] !== undefined) return place;
    if (around === "") return undefined;
  }
}

/** The packages that these need, themselves included, by their place. Throws for one that the lock file does not have. */
export function needed(lock: LockFile, wanted: readonly string[]): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const visit = (from: string, name: string, isOptional: boolean): void => {
    const place = placeOf(lock, from, name);
    const locked = place === undefined ? undefined : lock.packages[place];
    if (place === undefined || locked === undefined) {
      if (isOptional) return;
      throw new Error(`package-lock.json has no ${name}, which ${from === "" ? "the server" : from} needs`);
    }
    if (found.has(place)) return;
    found.set(place, locked);
    for (const one of Object.keys(locked.dependencies ?? {})) visit(place, one, false);
    for (const one of Object.keys({ ...locked.optionalDependencies, ...locked.peerDependencies })) visit(place, one, true);
  };
  for (const name of wanted) visit("", name, false);
  return found;
}

/** A lock file of these packages only, for `npm ci`. */
export function lockOf(root: LockedPackage & { readonly name: string }, packages: ReadonlyMap<string, LockedPackage>): string {
  const { name, version } = root;
  const places = [...packages.keys()].sort();
  return `${JSON.stringify(
    {
      name,
      version,
      lockfileVersion: 3,
      requires: true,
      packages: { "": root, ...Object.fromEntries(places.map((place) => [place, { ...packages.get(place), dev: undefined }])) },
    },
    undefined,
    2,
  )}\n`;
}
