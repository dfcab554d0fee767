// What the person is told of processes, a page at a time, latest first; each leads to where it is dealt with.
import { useInfiniteList } from "@refinedev/core";
import { useMemo, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import { failureOf, textOf } from "../../api/index.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { LinesPending, MoreButton, NoticeLines } from "./notice-lines.tsx";

const pageSize = 6;
const resource = "work-notice";

export function MessageList({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const write = useWrite();
  const { menu } = useWorkspace();
  const all = useMemo(() => flatMenu(menu).find(({ code }) => code === resource)?.path, [menu]);
  const [problem, setProblem] = useState("");
  const { query, result } = useInfiniteList({ resource, pagination: { pageSize }, errorNotification: false });
  const failure = query.error === null || query.isFetching ? undefined : failureOf(query.error);
  const rows = result.data?.pages.flatMap((page) => page.data);
  const mark = async (path: string, ids?: string) => {
    setProblem("");
    try {
      await write({ path, resource, ...(ids === undefined ? {} : { query: { ids } }) });
    } catch (error) {
      setProblem(failureOf(error).message);
    }
  };
  const open = (key: string) => {
    const row = rows?.find((one) => textOf(one["noticeId"]) === key);
    if (row === undefined) return;
    if (textOf(row["isRead"]) === "0") void mark("/blade-flow/work/read-notice", key);
    onLeave();
    void navigate(textOf(row["path"]));
  };
  if (failure !== undefined || rows === undefined) return <LinesPending failure={failure} onRetry={() => void query.refetch()} />;
  const isAnyUnread = rows.some((row) => textOf(row["isRead"]) === "0");
  return (
    <>
      {rows.length === 0 ? (
        <p className="tm-notice-empty">{t("notices.noMessages")}</p>
      ) : (
        <NoticeLines
          lines={rows.map((row) => ({
            key: textOf(row["noticeId"]),
            title: textOf(row["sentence"]),
            text: textOf(row["comment"]),
            time: textOf(row["noticeTime"]),
            isUnread: textOf(row["isRead"]) === "0",
          }))}
          onOpen={open}
        />
      )}
      {query.hasNextPage && <MoreButton isLoading={query.isFetching} hasMore onMore={() => void query.fetchNextPage()} />}
      {problem !== "" && (
        <p className="tm-notice-empty" role="alert">
          {problem}
        </p>
      )}
      <div className="tm-notice-foot">
        {isAnyUnread && (
          <button type="button" className="tm-notice-more" onClick={() => void mark("/blade-flow/work/read-all-notices")}>
            {t("notices.readAll")}
          </button>
        )}
        {all !== undefined && (
          <button
            type="button"
            className="tm-notice-more"
            onClick={() => {
              onLeave();
              void navigate(all);
            }}
          >
            {t("notices.allMessages")}
          </button>
        )}
      </div>
    </>
  );
}
