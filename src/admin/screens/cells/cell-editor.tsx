// The input of a cell: that of the form, over the cell while it is edited.
import { Suspense, useLayoutEffect, useRef, useState, type ReactNode } from "react";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { rowWidgetOf } from "../../../fields/widgets.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { createFieldScope, FieldScopeContext } from "../../inputs/values/field-scope.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { useCellGrid, type EditSession, type EditStart } from "./grid-state.ts";
import type { SheetRow } from "./sheet.ts";

/** Whether keys in an element write text: not those of a list of choices or a calendar. */
export const isTextInput = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.getAttribute("role") !== "combobox" && target.closest(".ant-picker") === null;

/** Whether a value is taken with a single choice: not level by level, not several. */
function isSingleChoice(field: ScreenField): boolean {
  const { isChosen } = traitsOf(field);
  return isChosen && field.multiple !== true && field.reference?.several !== true && field.reference?.source !== "lazy-tree";
}

/** Gives the input the focus once it is there, and opens what it chooses from. */
function FocusInput({ start }: { readonly start: EditStart }): ReactNode {
  // Of its own: the element around it is not known yet when this part of it is drawn.
  const mark = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const input = mark.current?.closest(".tm-cell-editor")?.querySelector<HTMLElement>("input, textarea, button");
    if (input === null || input === undefined) return;
    input.focus({ preventScroll: true });
    // What is typed replaces a date as it does a text.
    const isReplaced = isTextInput(input) || (start === "type" && input.closest(".ant-picker") !== null);
    if (isReplaced && input instanceof HTMLInputElement) input.select();
    else if (start === "open" && input instanceof HTMLInputElement) {
      // Lists of choices open when the pointer goes down, calendars on a click.
      input.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }));
      if (input.closest(".ant-picker") !== null) input.click();
    }
  }, [start]);
  return <span ref={mark} hidden />;
}

interface CellEditorProps {
  readonly row: SheetRow;
  readonly field: ScreenField;
  readonly start: EditStart;
  readonly label: string;
  readonly isInvalid: boolean;
}

export function CellEditor({ row, field, start, label, isInvalid }: CellEditorProps): ReactNode {
  const { sheet, screen, session, finish } = useCellGrid();
  const [own] = useState((): EditSession => ({
    scope: createFieldScope({ place: "row", isEdit: true, fields: screen.fields, values: row.values, record: row.base }),
    isOver: false,
    isAwaited: false,
  }));
  useLayoutEffect(() => {
    session.current = own;
    sheet.hold(row.key);
    return () => {
      own.isOver = true;
      if (session.current !== own) return;
      session.current = undefined;
      sheet.hold(undefined);
    };
  }, [session, sheet, own, row.key]);
  const onChange = useEvent((value: unknown) => {
    if (own.isOver && !own.isAwaited) return;
    sheet.change([{ key: row.key, name: field.name, value }]);
    own.scope.values.set(sheet.row(row.key)?.values ?? row.values);
    if (isSingleChoice(field) && !own.isOver) finish();
  });
  const Widget = rowWidgetOf(field);
  return (
    <div className="tm-cell-editor" style={{ minWidth: traitsOf(field).rowWidth }}>
      <FieldScopeContext value={own.scope}>
        <Suspense fallback={<span className="tm-cell-waiting" aria-busy="true" />}>
          <Widget
            field={field}
            id={`cell-${row.key}-${field.name}`}
            value={row.values[field.name]}
            onChange={onChange}
            isDisabled={false}
            isInvalid={isInvalid}
            describedBy={undefined}
            ariaLabel={label}
          />
          <FocusInput start={start} />
        </Suspense>
      </FieldScopeContext>
    </div>
  );
}
