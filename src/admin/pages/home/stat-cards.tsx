// The large numbers of the home page; each leads to the screen it counts, where the person has it in the menu; what is unread is read at the
// bell, which counts the same.
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { timeNamed } from "../../../schema/local-time.ts";
import type { Language } from "../../../schema/text.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { DayRow, HomeData } from "./home-data.ts";
import { cardNumber, wholeNumber } from "../../ui/charts/number-format.ts";
import { openBell } from "../../workspace/news/open-bell.ts";

interface StatCard {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly value: number;
  readonly note: string;
  readonly to: string | (() => void) | undefined;
}

/** A number that may be missing: the person may not see it. */
type CardNumber = Omit<StatCard, "value" | "note"> & { readonly value: number | undefined; readonly note?: string };

interface StatCardsProps {
  readonly data: HomeData;
  /** The number at the bell; undefined: the server tells of neither notices nor messages. */
  readonly unread: number | undefined;
  readonly language: Language;
  /** The path of the screen of a menu code; undefined where the menu has none. */
  readonly pathOf: (code: string) => string | undefined;
}

const numberOf = (rows: readonly DayRow[], name: string, daysBack: number): number => rows.at(-1 - daysBack)?.numbers[name] ?? 0;

function Content({ card, language }: { readonly card: StatCard; readonly language: Language }) {
  return (
    <>
      <span className="tm-tile-icon">
        <Icon name={card.icon} size={20} />
      </span>
      <span className="tm-tile-label">{card.label}</span>
      <b title={wholeNumber(card.value, language)}>{cardNumber(card.value, language)}</b>
      <span className="tm-soft">{card.note}</span>
    </>
  );
}

export function StatCards({ data, unread, language, pathOf }: StatCardsProps) {
  const { t } = useTranslation();
  const { scans, codes, stockIn, stockOut, orders } = data;
  const withFilter = (code: string, filter: Readonly<Record<string, string>>) => {
    const path = pathOf(code);
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [`f.${name}`, value]));
    return path === undefined ? undefined : `${path}?${query}`;
  };
  // What the server counts, as a list is filtered by it (src/server/domain/desk/home-figures.ts).
  const isOpen = { status_in: "0,1,3" };
  const during = (field: string) => ({ [`${field}_datege`]: data.today, [`${field}_datelt`]: timeNamed("+1d", data.today) });
  const ofToday = (rows: readonly DayRow[] | undefined, name: string): Pick<CardNumber, "value" | "note"> =>
    rows === undefined
      ? { value: undefined }
      : { value: numberOf(rows, name, 0), note: t("home.yesterday", { num: wholeNumber(numberOf(rows, name, 1), language) }) };
  const numbers: readonly CardNumber[] = [
    {
      key: "scans",
      label: t("home.scansToday"),
      icon: "scan",
      ...ofToday(scans, "scanNum"),
      to: withFilter("consumer-scan-record", during("scanTime")),
    },
    {
      key: "codes",
      label: t("home.codesToday"),
      icon: "qrcode",
      ...ofToday(codes, "codeNum"),
      to: withFilter("code-gen-record", { status: "2", ...during("finishTime") }),
    },
    { key: "stockIn", label: t("home.stockIn"), icon: "import", value: stockIn, to: withFilter("stock-in-doc", isOpen) },
    { key: "stockOut", label: t("home.stockOut"), icon: "export", value: stockOut, to: withFilter("stock-out-doc", isOpen) },
    // Status 1: paid, and waiting for its audit.
    { key: "orders", label: t("home.orders"), icon: "audit", value: orders, to: withFilter("order", { status: "1" }) },
    { key: "unread", label: t("home.unread"), icon: "bell", value: unread, to: openBell },
  ];
  const cards = numbers.flatMap(({ value, note = "", ...card }): StatCard[] => (value === undefined ? [] : [{ ...card, value, note }]));
  if (cards.length === 0) return null;
  return (
    <ul className="tm-home-tiles">
      {cards.map((card) => (
        <li key={card.key}>
          {card.to === undefined ? (
            <div className="tm-home-tile">
              <Content card={card} language={language} />
            </div>
          ) : typeof card.to === "function" ? (
            <button type="button" className="tm-home-tile" aria-haspopup="dialog" onClick={card.to}>
              <Content card={card} language={language} />
            </button>
          ) : (
            <Link className="tm-home-tile" to={card.to}>
              <Content card={card} language={language} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
