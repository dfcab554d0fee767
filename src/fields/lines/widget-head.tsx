// The headings of a grid's columns, with the button that fills a column.
import type { ReactNode } from "react";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage } from "../../schema/text.ts";
import { isFillable } from "../edited-cell.ts";

interface LinesHeadProps {
  readonly columns: readonly ScreenField[];
  /** There are rows to fill. */
  readonly canFill: boolean;
  readonly onFill: (column: ScreenField) => void;
}

export function LinesHead({ columns, canFill, onFill }: LinesHeadProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  return (
    <div role="rowgroup" className="tf-lines-head">
      <div role="row" aria-rowindex={1} className="tf-line-head">
        <div role="columnheader" className="tf-line-number">
          {texts.lines.number}
        </div>
        {columns.map((cell) => (
          <div key={cell.name} role="columnheader" className={cell.required === undefined ? "tf-line-title" : "tf-line-title tf-required"}>
            {inLanguage(cell.label, language)}
            {canFill && isFillable(cell) ? (
              <button
                type="button"
                className="tf-icon-button tf-line-fill"
                title={texts.lines.fill(inLanguage(cell.label, language))}
                aria-label={texts.lines.fill(inLanguage(cell.label, language))}
                onClick={() => onFill(cell)}
              >
                <Icon name="arrow-down" size={12} />
              </button>
            ) : null}
          </div>
        ))}
        <div role="columnheader" className="tf-line-title">
          {texts.lines.operations}
        </div>
      </div>
    </div>
  );
}
