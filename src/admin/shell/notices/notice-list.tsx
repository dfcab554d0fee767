// The company's notices, a page at a time, latest first.
import { useInfiniteList, type CrudSort } from "@refinedev/core";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf, textOf } from "../../api/index.ts";
import { LinesPending, MoreButton, NoticeLines } from "./notice-lines.tsx";

const pageSize = 6;
const latestFirst: CrudSort[] = [{ field: "releaseTime", order: "desc" }];

interface NoticeListProps {
  readonly unread: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
}

export function NoticeList({ unread, onOpen }: NoticeListProps) {
  const { t } = useTranslation();
  const { query, result } = useInfiniteList({
    resource: "notice",
    pagination: { pageSize },
    sorters: latestFirst,
    errorNotification: false,
  });
  const failure = query.error === null || query.isFetching ? undefined : failureOf(query.error);
  const rows = result.data?.pages.flatMap((page) => page.data);
  if (failure !== undefined || rows === undefined) return <LinesPending failure={failure} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return <p className="tm-notice-empty">{t("notices.none")}</p>;
  return (
    <>
      <NoticeLines
        lines={rows.map((row) => ({
          key: textOf(row["id"]),
          title: textOf(row["title"]),
          text: textOf(row["categoryName"]),
          time: textOf(row["releaseTime"]),
          isUnread: unread.has(textOf(row["id"])),
        }))}
        onOpen={onOpen}
      />
      <MoreButton isLoading={query.isFetching} hasMore={query.hasNextPage} onMore={() => void query.fetchNextPage()} />
    </>
  );
}
