// Tells those who look after the platform that a disk of the server has little room left, for as long as it has.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useIsAdministrator } from "../../access/use-rights.ts";
import { isRecord, rowsOf, textOf } from "../../api/record.ts";
import { fileSize } from "../../inputs/file-size.ts";
import { useHeaderNews } from "../notices/header-news.ts";

const nobody: readonly string[] = [];

export interface ShortDisk {
  readonly directory: string;
  readonly freeKb: number;
  /** Nothing more is stored on it. */
  readonly isFull: boolean;
}

/** The disks in an answer of the call that have little room left; none for people who are not told. */
export function shortDisksIn(answer: unknown): readonly ShortDisk[] {
  const disks = isRecord(answer) ? answer["disks"] : undefined;
  if (!Array.isArray(disks)) return [];
  return rowsOf(disks).map(({ directory, freeBytes, state }) => ({
    directory: textOf(directory),
    freeKb: Math.floor((Number(freeBytes) || 0) / 1024),
    isFull: state === "full",
  }));
}

export function DiskNotes() {
  const { t } = useTranslation();
  const isAdministrator = useIsAdministrator() === true;
  const news = useHeaderNews(isAdministrator ? undefined : nobody);
  const disks = useMemo(() => (isAdministrator ? shortDisksIn(news) : []), [isAdministrator, news]);
  return disks.map(({ directory, freeKb, isFull }) => (
    <p key={directory}>{t(isFull ? "disks.full" : "disks.low", { directory, free: fileSize(freeKb) })}</p>
  ));
}
