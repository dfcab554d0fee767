// The lines of a tab of the notice pop-over, and the content below them.
import { useTranslation } from "../../i18n/use-translation.ts";

interface NoticeLine {
  readonly key: string;
  readonly title: string;
  readonly text: string;
  readonly time: string;
  readonly isUnread?: boolean;
}

interface NoticeLinesProps {
  readonly lines: readonly NoticeLine[];
  /** Lines that can be opened are buttons. */
  readonly onOpen?: (key: string) => void;
}

function Line({ line }: { readonly line: NoticeLine }) {
  const { t } = useTranslation();
  return (
    <>
      <span className="tm-notice-title">
        {line.isUnread === true && <span className="tm-notice-unread" role="img" aria-label={t("notices.unread")} />}
        {line.title}
      </span>
      {line.text !== "" && <span className="tm-notice-text">{line.text}</span>}
      <span className="tm-notice-time">{line.time}</span>
    </>
  );
}

export function NoticeLines({ lines, onOpen }: NoticeLinesProps) {
  return (
    <ul className="tm-notice-lines">
      {lines.map((line) => (
        <li key={line.key}>
          {onOpen === undefined ? (
            <div className="tm-notice-line">
              <Line line={line} />
            </div>
          ) : (
            <button type="button" className="tm-notice-line" onClick={() => onOpen(line.key)}>
              <Line line={line} />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface LinesPendingProps {
  readonly failure: { readonly message: string } | undefined;
  readonly onRetry: () => void;
}

/** Instead of lines that are not there: why, with a way to try again, or that they are being loaded. */
export function LinesPending({ failure, onRetry }: LinesPendingProps) {
  const { t } = useTranslation();
  if (failure === undefined)
    return (
      <p className="tm-notice-empty" role="status">
        {t("common.loading")}
      </p>
    );
  return (
    <div className="tm-notice-empty" role="alert">
      <p>{failure.message}</p>
      <button type="button" className="tm-notice-more" onClick={onRetry}>
        {t("common.retry")}
      </button>
    </div>
  );
}

interface MoreButtonProps {
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

export function MoreButton({ isLoading, hasMore, onMore }: MoreButtonProps) {
  const { t } = useTranslation();
  if (!hasMore && !isLoading) return <p className="tm-notice-end">{t("notices.noMore")}</p>;
  return (
    <button type="button" className="tm-notice-more" aria-disabled={isLoading} onClick={() => !isLoading && onMore()}>
      {t(isLoading ? "common.loading" : "notices.more")}
    </button>
  );
}
