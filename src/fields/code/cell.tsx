// A number or key: in a fixed-width face, copied with one click. The list's own handler does the copying (data-act).
import { plainText, textCell, type Cell } from "../cell.ts";
import { LeadingLink } from "../leading-link.tsx";
import { Icon } from "../../admin/ui/icons/icon.tsx";

const copied = textCell(({ field, value, row, language }) => (
  <span className="tm-code">
    <span className="tm-code-text">
      {field.leadsTo === undefined ? plainText(value) : <LeadingLink to={field.leadsTo} text={plainText(value)} row={row} />}
    </span>
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
));

export const cell: Cell = { ...copied, leads: true };
