// The one field component that rjsf is given: it renders the widget of the field's kind.
import { errorId, helpId, type ErrorSchema, type FieldProps } from "@rjsf/utils";
import { Suspense, useMemo, type ReactNode } from "react";
import { widgetOf } from "../../../fields/widgets.ts";
import type { CellErrors } from "../../inputs/values/field-scope.ts";
import { useFormSession } from "./form-session.ts";

/** The placeholder of a lazy widget: as high as an input, so that nothing jumps. */
function WidgetSkeleton(): ReactNode {
  return <div className="tf-widget-skeleton" aria-busy="true" />;
}

/** The sentences inside a field that holds rows. */
function cellErrorsOf(errors: ErrorSchema | undefined): CellErrors {
  const rows = new Map<number, ReadonlyMap<string, string>>();
  for (const [index, row] of Object.entries(errors ?? {})) {
    if (!/^\d+$/.test(index) || row === undefined) continue;
    const cells = new Map<string, string>();
    for (const [name, cell] of Object.entries(row)) {
      const [first] = cell?.__errors ?? [];
      if (first !== undefined) cells.set(name, first);
    }
    rows.set(Number(index), cells);
  }
  return rows;
}

/** The sentences inside a field that holds named inputs. */
function partErrorsOf(errors: ErrorSchema | undefined): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(errors ?? {}).flatMap(([name, part]) => {
      const [first] = part?.__errors ?? [];
      return first === undefined ? [] : [[name, first] as const];
    }),
  );
}

export function KindField({ name, formData, errorSchema, rawErrors, fieldPathId }: FieldProps): ReactNode {
  const session = useFormSession();
  const onChange = useMemo(() => (value: unknown) => session.commit(name, value), [session, name]);
  const cellErrors = useMemo(() => cellErrorsOf(errorSchema), [errorSchema]);
  const partErrors = useMemo(() => partErrorsOf(errorSchema), [errorSchema]);
  const field = session.form.field.get(name);
  if (field === undefined) return null;
  const id = fieldPathId.$id;
  const isInvalid = (rawErrors ?? []).length > 0 || cellErrors.size > 0 || partErrors.size > 0;
  const describedBy = [field.help === undefined ? "" : helpId(id), (rawErrors ?? []).length > 0 ? errorId(id) : ""]
    .filter(Boolean)
    .join(" ");
  const Widget = widgetOf(field);
  return (
    <Suspense fallback={<WidgetSkeleton />}>
      <Widget
        field={field}
        id={id}
        value={formData}
        onChange={onChange}
        isDisabled={false}
        isInvalid={isInvalid}
        describedBy={describedBy === "" ? undefined : describedBy}
        ariaLabel={undefined}
        cellErrors={cellErrors}
        partErrors={partErrors}
      />
    </Suspense>
  );
}
