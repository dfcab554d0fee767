// A number or key: in a fixed-width face, copied with one click. The list's own handler does the copying (data-act).
import { plainText, textCell } from "../cell.ts";
import { Icon } from "../../admin/icons/icon.tsx";

export const cell = textCell(({ value, language }) => (
  <span className="tm-code">
    <span className="tm-code-text">{plainText(value)}</span>
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
