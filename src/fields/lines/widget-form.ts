// The rows of a grid and the form around it: the form hears of them when the grid is left, and may give other rows back.
import { useEffect, useRef, useState } from "react";
import { useFieldScope, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { createLines, type GivenCell, type Line, type Lines } from "./widget-lines.ts";

interface FormLines {
  readonly lines: Lines;
  /** Gives the form what has changed. */
  readonly flush: () => void;
  /** The place of a row among those that the form was given last; -1 for another one. Errors of the form name such places. */
  readonly givenIndexOf: (line: Line) => number;
}

interface FormLinesOptions extends Pick<WidgetProps, "field" | "value" | "onChange" | "cellErrors"> {
  /** Is told of each value that a cell is given. */
  readonly onCell: (cell: GivenCell) => void;
}

export function useFormLines({ field, value, onChange, cellErrors, onCell }: FormLinesOptions): FormLines {
  const { pending, record, preview, watched } = useFieldScope();
  const hasErrors = cellErrors !== undefined && cellErrors.size > 0;
  const latest = useRef({ onChange, onCell, hasErrors });
  latest.current = { onChange, onCell, hasErrors };
  /** The rows that the form was given last, so that its errors find their rows again when others come or go. */
  const given = useRef<readonly number[]>([]);
  /** What the form was given and has not given back yet, oldest first. */
  const handedOver = useRef<readonly string[]>([]);
  const [{ lines, flush, givenIndexOf }] = useState(() => {
    const fields: readonly ScreenField[] = field.fields ?? [];
    let isDirty = false;
    let isAhead = false;
    // Once for all cells that are filled in one go, such as a paste.
    const tellHead = () => {
      if (isAhead || !watched.has(field.name)) return;
      isAhead = true;
      setTimeout(() => {
        isAhead = false;
        preview(field.name, made.shown());
      });
    };
    const handOver = () => {
      pending.remove(handOver);
      if (!isDirty) return;
      isDirty = false;
      given.current = made.store.get().map((line) => line.key);
      const values = made.values();
      handedOver.current = [...handedOver.current, JSON.stringify(values)];
      latest.current.onChange(values.length === 0 ? undefined : values);
    };
    let isHandingOver = false;
    // An error goes when its cell is corrected, wherever the focus is: once for all cells that are given a value in one go.
    const handOverSoon = () => {
      if (isHandingOver || !latest.current.hasErrors) return;
      isHandingOver = true;
      setTimeout(() => {
        isHandingOver = false;
        if (isDirty) handOver();
      });
    };
    const made = createLines({
      fields,
      formulas: field.formulas,
      values: value,
      stored: record[field.name],
      pending,
      ...(watched.has(field.name) ? { onPreview: tellHead } : {}),
      onCell(cell) {
        handOverSoon();
        latest.current.onCell(cell);
      },
      onEdit() {
        tellHead();
        if (isDirty) return;
        isDirty = true;
        pending.add(handOver);
      },
    });
    given.current = made.store.get().map((line) => line.key);
    return { lines: made, flush: handOver, givenIndexOf: (line: Line) => given.current.indexOf(line.key) };
  });
  useEffect(() => () => pending.remove(flush), [pending, flush]);

  // The form gives back what it was given, as other objects, and may do so late: rows that came since then must not be lost to it. Only a
  // value that says something else begins anew.
  const seen = useRef(value);
  useEffect(() => {
    if (seen.current === value) return;
    seen.current = value;
    const back = JSON.stringify(value ?? []);
    const at = handedOver.current.lastIndexOf(back);
    handedOver.current = handedOver.current.slice(at + 1);
    if (at >= 0 || back === JSON.stringify(lines.values())) return;
    lines.reset(value, record[field.name]);
    given.current = lines.store.get().map((line) => line.key);
  }, [value, lines, record, field.name]);
  return { lines, flush, givenIndexOf };
}
