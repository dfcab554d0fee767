// The large numbers of the home page; each leads to the screen it counts, where the person has it in the menu.
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import type { Language } from "../../schema/text.ts";
import { Icon } from "../icons/icon.tsx";
import type { DayRow, HomeData } from "./home-data.ts";
import { tileNumber, wholeNumber } from "./number-format.ts";

interface Tile {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly value: number;
  readonly note: string;
  readonly to: string | undefined;
}

interface TilesProps {
  readonly data: HomeData;
  /** Undefined: the person may not see notices. */
  readonly unread: number | undefined;
  readonly language: Language;
  /** The path of the screen of a menu code; undefined where the menu has none. */
  readonly pathOf: (code: string) => string | undefined;
}

const numberOf = (rows: readonly DayRow[], name: string, daysBack: number): number => rows.at(-1 - daysBack)?.numbers[name] ?? 0;

function Content({ tile, language }: { readonly tile: Tile; readonly language: Language }) {
  return (
    <>
      <span className="tm-tile-icon">
        <Icon name={tile.icon} size={20} />
      </span>
      <span className="tm-tile-label">{tile.label}</span>
      <b title={wholeNumber(tile.value, language)}>{tileNumber(tile.value, language)}</b>
      <span className="tm-soft">{tile.note}</span>
    </>
  );
}

export function Tiles({ data, unread, language, pathOf }: TilesProps) {
  const { t } = useTranslation();
  const { scans, codes, stockIn, stockOut, orders } = data;
  const withFilter = (code: string, filter: string) => {
    const path = pathOf(code);
    return path === undefined ? undefined : `${path}?${filter}`;
  };
  const daily = (
    key: string,
    label: string,
    icon: string,
    rows: readonly DayRow[] | undefined,
    name: string,
    code: string,
  ): readonly Tile[] =>
    rows === undefined
      ? []
      : [
          {
            key,
            label,
            icon,
            value: numberOf(rows, name, 0),
            note: t("home.yesterday", { num: wholeNumber(numberOf(rows, name, 1), language) }),
            to: pathOf(code),
          },
        ];
  const single = (
    key: string,
    label: string,
    icon: string,
    value: number | undefined,
    to: string | undefined,
    note = "",
  ): readonly Tile[] => (value === undefined ? [] : [{ key, label, icon, value, note, to }]);
  const tiles = [
    ...daily("scans", t("home.scansToday"), "scan", scans, "scanNum", "consumer-scan-record"),
    ...daily("codes", t("home.codesToday"), "qrcode", codes, "codeNum", "code-gen-record"),
    ...single("stockIn", t("home.stockIn"), "import", stockIn, pathOf("stock-in-doc")),
    ...single("stockOut", t("home.stockOut"), "export", stockOut, pathOf("stock-out-doc")),
    // Status 1: paid, and waiting for its audit.
    ...single("orders", t("home.orders"), "audit", orders, withFilter("order", "f.status=1")),
    ...single("unread", t("home.unread"), "bell", unread, pathOf("notice")),
  ];
  if (tiles.length === 0) return null;
  return (
    <ul className="tm-home-tiles">
      {tiles.map((tile) => (
        <li key={tile.key}>
          {tile.to === undefined ? (
            <div className="tm-home-tile">
              <Content tile={tile} language={language} />
            </div>
          ) : (
            <Link className="tm-home-tile" to={tile.to}>
              <Content tile={tile} language={language} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
