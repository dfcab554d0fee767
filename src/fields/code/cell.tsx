// A number or key: in a fixed-width face, copied with one click. The list's own handler does the copying (data-act).
import type { ReactNode } from "react";
import { plainText, textCell, type Cell, type CellValue } from "../cell.ts";
import { LeadingLink } from "../leading-link.tsx";
import { RecordPageLink } from "../record-page-link.tsx";
import { Icon } from "../../admin/ui/icons/icon.tsx";

function linked({ field, value, row, href }: CellValue): ReactNode {
  if (href !== undefined) return <RecordPageLink href={href}>{plainText(value)}</RecordPageLink>;
  return field.leadsTo === undefined ? plainText(value) : <LeadingLink to={field.leadsTo} text={plainText(value)} row={row} />;
}

/** The button, and what the characters of the fixed-width face are wider, px. */
const aroundCode = 34;

const copied = textCell((shown) => {
  const { value, language } = shown;
  return (
    <span className="tm-code">
      <span className="tm-code-text">{linked(shown)}</span>
      <button
        type="button"
        className="tm-cell-button"
        data-act="copy"
        data-value={plainText(value)}
        tabIndex={-1}
        aria-label={`${language === "zh" ? "复制" : "Copy"} ${plainText(value)}`}
      >
        <Icon name="copy" />
      </button>
    </span>
  );
}, aroundCode);

export const cell: Cell = { ...copied, leads: true };
