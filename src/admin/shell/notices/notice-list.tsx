// What the company tells its people: the real notices, a page at a time, newest first.
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, request, rowsOf, textOf, totalOf, type ApiFailure, type Row } from "../../api/index.ts";
import { MoreButton, NoticeLines } from "./notice-lines.tsx";

const pageSize = 6;

interface Loaded {
  readonly rows: readonly Row[];
  readonly total: number;
}

interface NoticeListProps {
  readonly unread: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
}

export function NoticeList({ unread, onOpen }: NoticeListProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<ApiFailure>();
  const [isLoading, setLoading] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    setLoading(true);
    setFailure(undefined);
    request("GET", "/blade-desk/notice/list", { query: { current: page, size: pageSize, descs: "release_time" }, signal: stop.signal }).then(
      (data) => {
        setLoaded((old) => ({ rows: [...(page === 1 ? [] : (old?.rows ?? [])), ...rowsOf(data)], total: totalOf(data) }));
        setLoading(false);
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setFailure(failureOf(error));
        setLoading(false);
      },
    );
    return () => stop.abort();
  }, [page, attempt]);
  if (failure !== undefined) {
    return (
      <div className="tm-notice-empty" role="alert">
        <p>{failure.message}</p>
        <button type="button" className="tm-notice-more" onClick={() => setAttempt(attempt + 1)}>
          {t("common.retry")}
        </button>
      </div>
    );
  }
  if (loaded === undefined) return <p className="tm-notice-empty" role="status">{t("common.loading")}</p>;
  if (loaded.rows.length === 0) return <p className="tm-notice-empty">{t("notices.none")}</p>;
  return (
    <>
      <NoticeLines
        lines={loaded.rows.map((row) => ({ key: textOf(row["id"]), title: textOf(row["title"]), text: textOf(row["categoryName"]), time: textOf(row["releaseTime"]), isUnread: unread.has(textOf(row["id"])) }))}
        onOpen={onOpen}
      />
      <MoreButton isLoading={isLoading} hasMore={loaded.rows.length < loaded.total} onMore={() => setPage(page + 1)} />
    </>
  );
}
