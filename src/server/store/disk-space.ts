// How much room the disks have that this process writes to. What is refused early can be refused by a sentence: PostgreSQL ends where there is
// no room for its log of changes, and reads end with it.
import { stat, statfs } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../postgres/errors.ts";

/** What lies on a disk: the bundled PostgreSQL, uploaded and exported files, the log of the server. */
export type DiskUse = "database" | "uploads" | "log";

export interface DiskSpace {
  readonly uses: readonly DiskUse[];
  readonly directory: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** "full": what is left is kept for reads, for sign-in and for PostgreSQL itself. */
  readonly state: "enough" | "low" | "full";
}

/** What a full disk refuses: everything that is saved, files alone, or nothing but lines of the log. */
export type Refusal = "writes" | "files" | "lines";

/** What is refused while this disk is full. */
export function refusedBy({ uses }: Pick<DiskSpace, "uses">): Refusal {
  if (uses.includes("database")) return "writes";
  return uses.includes("uploads") ? "files" : "lines";
}

export interface DiskWatch {
  /** As measured last. */
  spaces(): readonly DiskSpace[];
  /** Whether nothing more may be written for this use. */
  isFull(use: DiskUse): boolean;
  /** Measures now instead of with the next turn. */
  measure(): Promise<void>;
  stop(): void;
}

/** What the operating system says about the file system of a directory. */
export interface FileSystem {
  /** Directories of one file system have the same. */
  readonly device: number;
  readonly freeBytes: number;
  readonly totalBytes: number;
  /** Whether further files can be made, however small. */
  readonly takesFiles: boolean;
}

interface DiskOptions {
  readonly directories: readonly { readonly use: DiskUse; readonly directory: string }[];
  /** Called where the state of a disk changes. */
  readonly onChange: (space: DiskSpace) => void;
  /** Replaceable, so that tests need no disk that is full. */
  readonly read?: (directory: string) => Promise<FileSystem>;
}

const megabyte = 1024 ** 2;
/** More often than a disk of today takes what is kept for its last part. */
const measureMs = 1_000;

/** Kept free: enough for the changes that are under way; of a small disk less. */
const reserveOf = (totalBytes: number): number => Math.min(256 * megabyte, totalBytes * 0.1);
/** Below this an administrator is told. */
const lowBelow = (totalBytes: number): number => Math.min(2048 * megabyte, totalBytes * 0.2);

async function readFileSystem(directory: string): Promise<FileSystem> {
  try {
    const [{ bavail, blocks, bsize, files, ffree }, { dev }] = await Promise.all([statfs(directory), stat(directory)]);
    // Some count no files.
    return { device: dev, freeBytes: bavail * bsize, totalBytes: blocks * bsize, takesFiles: files === 0 || ffree > 0 };
  } catch (error) {
    const parent = path.dirname(directory);
    // It is made with the first file.
    if (systemCode(error) === "ENOENT" && parent !== directory) return readFileSystem(parent);
    throw error;
  }
}

function stateOf({ freeBytes, totalBytes, takesFiles }: FileSystem): DiskSpace["state"] {
  if (!takesFiles || freeBytes < reserveOf(totalBytes)) return "full";
  return freeBytes < lowBelow(totalBytes) ? "low" : "enough";
}

/** Watches the disks under these directories, which may be one and the same. */
export async function watchDisks({ directories, onChange, read = readFileSystem }: DiskOptions): Promise<DiskWatch> {
  let spaces: ReadonlyMap<number, DiskSpace> = new Map();

  const measure = async (): Promise<void> => {
    const found = await Promise.all(
      directories.map(async ({ use, directory }) => {
        try {
          return [{ use, directory, ...(await read(directory)) }];
        } catch {
          // A file system that cannot say it has whatever it has: writing tells.
          return [];
        }
      }),
    );
    const now = new Map<number, DiskSpace>();
    for (const { use, directory, ...system } of found.flat()) {
      const { device, freeBytes, totalBytes } = system;
      const same = now.get(device);
      now.set(device, {
        uses: [...(same?.uses ?? []), use],
        directory: same?.directory ?? directory,
        freeBytes,
        totalBytes,
        state: stateOf(system),
      });
    }
    const before = spaces;
    spaces = now;
    for (const [device, space] of now) if (space.state !== (before.get(device)?.state ?? "enough")) onChange(space);
  };
  let measuring: Promise<void> | undefined;
  const timer = setInterval(() => {
    // One that hangs is asked once.
    measuring ??= measure().finally(() => (measuring = undefined));
  }, measureMs).unref();
  await measure();
  return {
    spaces: () => [...spaces.values()],
    isFull: (use) => [...spaces.values()].some(({ uses, state }) => state === "full" && uses.includes(use)),
    measure,
    stop: () => clearInterval(timer),
  };
}

/** Asks with every chunk whether there is still room: a large file may be the one that takes it. */
export async function* whileThereIsSpace<Chunk>(
  content: AsyncIterable<Chunk>,
  requireSpace: (() => void) | undefined,
): AsyncGenerator<Chunk> {
  requireSpace?.();
  for await (const chunk of content) {
    yield chunk;
    requireSpace?.();
  }
}
