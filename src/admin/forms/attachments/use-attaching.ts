// Uploads files and attaches them to a record: one after the other, each with its progress, and each by itself, so that one that fails
// leaves the others alone.
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/index.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { fileSize } from "../../inputs/upload/file-size.ts";
import { faultOf, limitsOf, uploadFile } from "../../inputs/upload/upload.ts";
import { useWrite } from "../../data/queries/writes.ts";

interface Attaching {
  readonly key: number;
  readonly name: string;
  readonly percent: number;
  readonly stop: AbortController;
}

interface AttachingWork {
  readonly uploads: readonly Attaching[];
  /** Sentences about files that were not attached; gone with the next ones. */
  readonly problems: readonly string[];
  readonly attach: (files: readonly File[]) => void;
}

export const attachmentLimits = limitsOf({ kind: "file" });

/** The record that files are attached to. `tenantId` of a record that a platform administrator sees of another tenant. */
export interface AttachmentSubject {
  readonly resource: string;
  readonly id: string;
  readonly tenantId?: string;
}

export function useAttaching({ resource, id, tenantId }: AttachmentSubject): AttachingWork {
  const { t } = useTranslation();
  const write = useWrite();
  const notices = useNotices();
  const [uploads, setUploads] = useState<readonly Attaching[]>([]);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const count = useRef(0);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const stops = running.current;
    return () => stops.forEach((stop) => stop.abort());
  }, []);

  const attachOne = useCallback(
    async (file: File, { key, stop }: Pick<Attaching, "key" | "stop">): Promise<boolean> => {
      try {
        const { attachId } = await uploadFile(file, {
          signal: stop.signal,
          onProgress: (percent) => setUploads((now) => now.map((one) => (one.key === key ? { ...one, percent } : one))),
        });
        await write({
          path: "/blade-resource/attach/attach-to-record",
          ...(tenantId === undefined ? {} : { query: { tenantId } }),
          body: { subjectResource: resource, subjectId: id, attachIds: [attachId] },
          resource: "attach",
        });
        return true;
      } catch (error) {
        const { silent, message } = failureOf(error);
        if (!silent) setProblems((now) => [...now, `${file.name}：${message || t("attachments.failed", { name: file.name })}`]);
        return false;
      } finally {
        running.current.delete(stop);
        setUploads((now) => now.filter((one) => one.key !== key));
      }
    },
    [id, resource, tenantId, t, write],
  );
  const attach = useCallback(
    (files: readonly File[]) => {
      const size = fileSize(attachmentLimits.maxKb);
      setProblems(
        files
          .filter((file) => faultOf(file, attachmentLimits) === "size")
          .map((file) => t("attachments.tooLarge", { name: file.name, size })),
      );
      const good = files
        .filter((file) => faultOf(file, attachmentLimits) === undefined)
        .map((file) => ({ file, key: (count.current += 1), stop: new AbortController() }));
      for (const { stop } of good) running.current.add(stop);
      setUploads((now) => [...now, ...good.map(({ file, key, stop }) => ({ key, name: file.name, percent: 0, stop }))]);
      const work = async () => {
        let done = 0;
        for (const { file, ...upload } of good) if (await attachOne(file, upload)) done += 1;
        if (done > 0) notices.done(t("attachments.attached", { count: done }));
      };
      void work();
    },
    [attachOne, notices, t],
  );
  return { uploads, problems, attach };
}
