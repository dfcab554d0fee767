// The versions of PostgreSQL that the product runs on.
import { operatorText } from "../operator-language.ts";
import { PostgresError } from "./errors.ts";

/** Major versions: no older one, and no newer one was tried. */
const oldest = 15;
const newest = 18;

/** Refuses a version that is too old, as `server_version_num` has it; returns notes about one that is newer than those that were tried. */
export function judgeVersion(versionNumber: number): readonly string[] {
  const major = Math.floor(versionNumber / 10_000);
  if (major < oldest)
    throw new PostgresError(
      "postgres.versionUnsupported",
      operatorText(
        `该 PostgreSQL 的版本为 ${major}，需要 ${oldest} 至 ${newest}：请升级 PostgreSQL，或使用另一个。`,
        `This is PostgreSQL ${major}, and ${oldest} to ${newest} are supported: upgrade it, or use another one.`,
      ),
    );
  return major > newest
    ? [
        operatorText(
          `该 PostgreSQL 的版本为 ${major}，比已验证的最高版本 ${newest} 更新`,
          `this is PostgreSQL ${major}, which is newer than ${newest}, the newest that was tried`,
        ),
      ]
    : [];
}
