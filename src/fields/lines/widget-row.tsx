// One row of the grid and its cells. A cell draws itself again when its own value changes, and nothing else does.
import { memo, Suspense, useMemo, type ReactNode } from "react";
import { FieldScopeContext } from "../../admin/inputs/values/field-scope.ts";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { ShownValue } from "../shown-value.tsx";
import { unmatchedIn, unmatchedMessage } from "../../admin/inputs/values/unmatched.ts";
import { useStored } from "../../admin/inputs/values/value-store.ts";
import { Icon } from "../../admin/ui/icons/icon.tsx";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage, meets } from "../../schema/text.ts";
import { rowWidgetOf } from "../widgets.ts";
import { isEdited } from "../edited-cell.ts";
import type { Line, Lines } from "./widget-lines.ts";

interface CellProps {
  readonly id: string;
  readonly lines: Lines;
  readonly line: Line;
  readonly index: number;
  readonly field: ScreenField;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
}

const Cell = memo(function Cell({ id, lines, line, index, field, error, isDisabled }: CellProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const value = useStored(isEdited(field) ? line.scope.values : line.scope.shown, (cells) => cells[field.name]);
  const isShown = useStored(line.scope.values, (cells) => field.showWhen === undefined || meets(field.showWhen, cells));
  const onChange = useMemo(() => (next: unknown) => lines.setCell(line, field.name, next), [lines, line, field.name]);
  const unmatched = field.reference === undefined ? undefined : unmatchedIn(value);
  const sentence = error ?? (unmatched === undefined ? undefined : inLanguage(unmatchedMessage(field.label, unmatched), language));
  if (!isShown) return <div role="cell" className="tf-line-cell" />;
  if (!isEdited(field))
    return (
      <div role="cell" className="tf-line-cell">
        <ShownValue field={field} value={value} record={line.scope.record} />
      </div>
    );
  const Widget = rowWidgetOf(field);
  const errorId = `${id}__error`;
  return (
    <div role="cell" className="tf-line-cell" data-line={line.key} data-cell={field.name} title={sentence}>
      <Suspense fallback={<div className="tf-widget-skeleton" aria-busy="true" />}>
        <Widget
          field={field}
          id={id}
          value={value}
          onChange={onChange}
          isDisabled={isDisabled}
          isInvalid={sentence !== undefined}
          describedBy={sentence === undefined ? undefined : errorId}
          ariaLabel={texts.row(index + 1, inLanguage(field.label, language))}
        />
      </Suspense>
      {sentence === undefined ? null : (
        <span id={errorId} className="tf-visually-hidden">
          {sentence}
        </span>
      )}
    </div>
  );
});

interface LineRowProps {
  readonly id: string;
  readonly lines: Lines;
  readonly line: Line;
  readonly index: number;
  readonly fields: readonly ScreenField[];
  readonly errors: ReadonlyMap<string, string> | undefined;
  readonly isDisabled: boolean;
  readonly isFull: boolean;
  /** px from the top of the grid's body. */
  readonly top: number;
  readonly onDuplicate: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

export const LineRow = memo(function LineRow({
  id,
  lines,
  line,
  index,
  fields,
  errors,
  isDisabled,
  isFull,
  top,
  onDuplicate,
  onRemove,
}: LineRowProps): ReactNode {
  const texts = useFormTexts();
  return (
    <FieldScopeContext value={line.scope}>
      {/* The header is row 1. */}
      <div role="row" aria-rowindex={index + 2} className="tf-line" style={{ transform: `translateY(${top}px)` }}>
        <div role="cell" className="tf-line-number">
          {index + 1}
        </div>
        {fields.map((field) => (
          <Cell
            key={field.name}
            id={`${id}_${line.key}_${field.name}`}
            lines={lines}
            line={line}
            index={index}
            field={field}
            error={errors?.get(field.name)}
            isDisabled={isDisabled}
          />
        ))}
        <div role="cell" className="tf-line-tools">
          <button
            type="button"
            className="tf-icon-button"
            title={texts.lines.withKeys(texts.lines.duplicate, "Ctrl+D")}
            aria-label={`${texts.lines.duplicate} ${index + 1}`}
            disabled={isDisabled || isFull}
            onClick={() => onDuplicate(index)}
          >
            <Icon name="copy" />
          </button>
          <button
            type="button"
            className="tf-icon-button"
            title={texts.lines.withKeys(texts.lines.remove, "Ctrl+Delete")}
            aria-label={`${texts.lines.remove} ${index + 1}`}
            disabled={isDisabled}
            onClick={() => onRemove(index)}
          >
            <Icon name="delete" />
          </button>
        </div>
      </div>
    </FieldScopeContext>
  );
});
