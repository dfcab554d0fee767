// Where tests put files that nobody misses: in memory where there is room, because a database for each test is thousands of small files.
import { statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** The number that Linux gives its file system in memory. */
const TMPFS = 0x01021994;
/** Far more than all databases that live at once (23 MB each) and their log need. */
const ROOM = 4 * 1024 ** 3;

let chosen: string | undefined;

/** A directory for temporary ones: /dev/shm where it has 4 GB to spare, else that of the system. Containers often give it 64 MB only. */
export function scratch(): string {
  chosen ??= hasRoom() ? MEMORY : tmpdir();
  return chosen;
}

function hasRoom(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY);
    return type === TMPFS && bavail * bsize >= ROOM && freemem() >= ROOM;
  } catch {
    // There is none.
    return false;
  }
}
