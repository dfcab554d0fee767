// What keeps a backup from being made or restored, as sentences for the person who asked for it.
import { reasonOf, systemCode } from "../postgres/errors.ts";

/** An error whose message says what is wrong and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "there is no room left on that disk",
  EDQUOT: "the user's quota of that disk is used up",
  EACCES: "this user may not do that",
  EPERM: "this user may not do that",
  EROFS: "that file system is read-only",
  ENOENT: "it is not there",
  ENOTDIR: "a part of the path is no directory",
  EEXIST: "it is there already",
  EIO: "the disk could not be read or written",
};

/** What the operating system said about a file, in words. */
function fileReason(error: unknown): string {
  const code = systemCode(error);
  return code === undefined ? reasonOf(error) : (reasons[code] ?? reasonOf(error));
}

/** Runs work on a file; what the system says is told with what was meant to be done. */
export async function onFile<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (systemCode(error) === undefined || error instanceof BackupError || isAbort(error)) throw error;
    throw new BackupError(`${what}: ${fileReason(error)}.`, { cause: error });
  }
}

/** Whether work ended because it was told to. */
export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}
