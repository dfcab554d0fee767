// The newest notices; those the person has not opened yet are marked.
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { Note } from "../../ui/states/list-notes.tsx";
import { addressBelow } from "../../workspace/record-address.ts";
import type { Notice } from "./home-data.ts";

const shown = 6;

interface NoticesProps {
  readonly notices: readonly Notice[];
  readonly isUnread: (notice: Notice) => boolean;
  readonly onOpen: (id: string) => void;
  /** The list of notices; undefined: the person has it not in the menu. */
  readonly path: string | undefined;
}

export function Notices({ notices, isUnread, onOpen, path }: NoticesProps) {
  const { t } = useTranslation();
  return (
    <section className="tm-home-card" aria-label={t("home.notices")}>
      <header>
        <h2>{t("home.notices")}</h2>
        {path !== undefined && (
          <Link className="tm-home-link" to={path}>
            {t("home.allNotices")}
          </Link>
        )}
      </header>
      {notices.length === 0 ? (
        <Note icon="notification" title={t("home.noNotices")} />
      ) : (
        <ul className="tm-home-notices">
          {notices.slice(0, shown).map((notice) => (
            <li key={notice.id}>
              {isUnread(notice) && <span className="tm-home-unread" role="img" aria-label={t("home.isUnread")} />}
              {path === undefined ? (
                <span>{notice.title}</span>
              ) : (
                <Link to={addressBelow(path, notice.id)} onClick={() => onOpen(notice.id)}>
                  {notice.title}
                </Link>
              )}
              <time dateTime={notice.releaseTime.replace(" ", "T")}>{notice.releaseTime.slice(0, 10)}</time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
