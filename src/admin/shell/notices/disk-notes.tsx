// Tells those who look after the platform that a disk of the server has little room left, for as long as it has.
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useIsAdministrator } from "../../access/use-rights.ts";
import { isRecord, rowsOf, textOf } from "../../api/wire-data.ts";
import { fileSize } from "../../inputs/upload/file-size.ts";
import { useHeaderNews } from "../../workspace/news/header-news.ts";

const nobody: readonly string[] = [];

interface ShortDisk {
  readonly directory: string;
  readonly freeKb: number;
  /** What it refuses, where it is full: everything that is saved, files, or lines of the log. */
  readonly refuses: "writes" | "files" | "lines" | undefined;
}

/** The disks in an answer of the call that have little room left; none for people who are not told. */
function shortDisksIn(answer: unknown): readonly ShortDisk[] {
  const disks = isRecord(answer) ? answer["disks"] : undefined;
  if (!Array.isArray(disks)) return [];
  return rowsOf(disks).map(({ directory, freeBytes, state, refuses }) => ({
    directory: textOf(directory),
    freeKb: Math.floor((Number(freeBytes) || 0) / 1024),
    refuses: state !== "full" ? undefined : refuses === "files" || refuses === "lines" ? refuses : "writes",
  }));
}

export function DiskNotes() {
  const { t } = useTranslation();
  const isAdministrator = useIsAdministrator() === true;
  const news = useHeaderNews(isAdministrator ? undefined : nobody);
  const disks = useMemo(() => (isAdministrator ? shortDisksIn(news) : []), [isAdministrator, news]);
  return disks.map(({ directory, freeKb, refuses }) => (
    <p key={directory}>{t(refuses === undefined ? "disks.low" : `disks.${refuses}`, { directory, free: fileSize(freeKb) })}</p>
  ));
}
