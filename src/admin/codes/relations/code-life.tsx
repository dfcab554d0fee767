// The life of a code: an ordered list of what happened, page by page, each with links to its documents.
import { Button } from "antd";
import { use, useId, useRef, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { Tag } from "../../../fields/tag.tsx";
import { groupDigits } from "../../../fields/digits.ts";
import { addTexts } from "../../i18n/index.ts";
import { FailureNote, Note, RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { useRead } from "../../data/queries/reads.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { addressBelow } from "../../workspace/record-address.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { lifeIn, type Life, type LifeEvent, type LifeLink } from "./life.ts";
import "../../../fields/cells.css";
import "./life.css";

const texts = addTexts("life");
const path = "/digit-apply/consumer-scan-record/code-life";
const pageSize = 50;

/** A link to a document or a code, where the reader may open it and has its screen; its text everywhere else. */
function DocumentLink({ link }: { readonly link: LifeLink }) {
  const { menu } = useWorkspace();
  const { t } = useTranslation();
  const screen = flatMenu(menu).find(({ code }) => code === link.screen);
  if (!link.mayOpen || screen?.path === undefined) return <span className="tm-soft">{link.text}</span>;
  const to =
    link.id === undefined
      ? `${screen.path}?${new URLSearchParams({ "f.code": link.code ?? link.text })}`
      : addressBelow(screen.path, link.id);
  return (
    <Link to={to} aria-label={t("life.open", { name: screen.label, text: link.text })}>
      {link.text}
    </Link>
  );
}

function HistoryEvent({ event }: { readonly event: LifeEvent }) {
  const { t } = useTranslation();
  const { time, of, place, note, operator, links, marks } = event;
  return (
    <li data-part={event.part}>
      <div className="tm-life-head">
        <h3>{event.event}</h3>
        {marks.map(({ text, colour }) => (
          <Tag key={text} text={text} colour={colour} />
        ))}
      </div>
      <p className="tm-life-facts">
        <time dateTime={time.replace(" ", "T")}>{time}</time>
        {place !== "" && <span>{place}</span>}
        {note !== "" && <span>{note}</span>}
        {of !== "" && <span className="tm-life-of">{t("life.of", { code: of })}</span>}
        {operator !== "" && (
          <span>
            <span className="tm-soft">{t(event.part === "consumer-scan-record" ? "life.scannedBy" : "life.by")}</span> {operator}
          </span>
        )}
        {links.map((link) => (
          <DocumentLink key={`${link.screen} ${link.text}`} link={link} />
        ))}
      </p>
    </li>
  );
}

interface PagesProps {
  readonly life: Life;
  readonly onGo: (current: number) => void;
}

function Pages({ life: { current, pages }, onGo }: PagesProps) {
  const { t } = useTranslation();
  if (pages < 2) return null;
  return (
    <nav className="tm-life-pages" aria-label={t("life.pages")}>
      <Button size="small" disabled={current <= 1} onClick={() => onGo(current - 1)}>
        {t("life.previous")}
      </Button>
      <span aria-live="polite">{t("life.page", { current, pages })}</span>
      <Button size="small" disabled={current >= pages} onClick={() => onGo(current + 1)}>
        {t("life.next")}
      </Button>
    </nav>
  );
}

/** Made anew for each code. */
export function CodeLife({ code }: { readonly code: string }) {
  use(texts);
  const { t } = useTranslation();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [order, setOrder] = useState<"asc" | "desc">("asc");
  const [current, setCurrent] = useState(1);
  const { value, failure, refetch } = useRead({ path, query: { code, order, current: String(current), size: String(pageSize) } }, lifeIn);
  // The page before stays while the next one is on its way.
  const latest = useRef<Life>(undefined);
  if (value !== undefined && value !== null) latest.current = value;
  const life = value ?? latest.current;
  // Nothing to tell of a code that is not there: the facts above say so.
  if (value === null) return null;
  const go = (page: number) => {
    setCurrent(page);
    heading.current?.focus();
  };
  return (
    <section className="tm-card tm-life" aria-labelledby={title} aria-busy={value === undefined && failure === undefined}>
      <div className="tm-life-title">
        <h2 id={title} ref={heading} tabIndex={-1}>
          {t("life.title")}
        </h2>
        {life !== undefined && <span className="tm-soft">{t("life.total", { num: groupDigits(String(life.total)) })}</span>}
        <Button
          size="small"
          onClick={() => {
            setOrder(order === "asc" ? "desc" : "asc");
            setCurrent(1);
          }}
        >
          {t(order === "asc" ? "life.newest" : "life.oldest")}
        </Button>
      </div>
      {failure !== undefined && <FailureNote title={t("life.failed")} message={failure.message} onRetry={refetch} />}
      {failure === undefined && life === undefined && <RowsSkeleton />}
      {failure === undefined && life !== undefined && (
        <>
          {life.withheld.length > 0 && (
            <p className="tm-life-note">
              {t("life.withheld", {
                names: life.withheld.map(({ name, isWhole }) => (isWhole ? name : t("life.partly", { name }))).join(t("life.and")),
              })}
            </p>
          )}
          {life.hasMoreScans && <p className="tm-life-note">{t("life.moreScans", { num: groupDigits(String(life.scanNum)) })}</p>}
          {life.events.length === 0 ? (
            <Note icon="inbox" title={t("life.empty")} />
          ) : (
            <ol className="tm-life-events" start={(life.current - 1) * life.size + 1}>
              {life.events.map((event) => (
                <HistoryEvent key={event.key} event={event} />
              ))}
            </ol>
          )}
          <Pages life={life} onGo={go} />
        </>
      )}
    </section>
  );
}
