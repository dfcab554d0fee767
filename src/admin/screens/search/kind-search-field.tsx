// The input of a search panel for kinds that are chosen rather than typed: the forms' own widgets, loaded when a panel first shows one.
import { useMemo } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import { SearchField, type SearchValue } from "../../forms/index.tsx";
import type { FilterValue } from "./search-fields.ts";

interface KindSearchFieldProps {
  readonly id: string;
  readonly field: ScreenField;
  readonly label: string;
  readonly value: FilterValue | undefined;
  /** The values of the panel's other fields, so that a workshop is searched within the chosen factory. */
  readonly values: Readonly<Record<string, SearchValue>>;
  readonly onChange: (value: FilterValue | undefined) => void;
}

export function KindSearchField({ id, field, label, value, values, onChange }: KindSearchFieldProps) {
  const { reference } = field;
  // Only the values that narrow the choice matter; a new object with every key typed elsewhere would render the widget again.
  const within = reference?.within === undefined ? undefined : values[reference.within];
  const narrowing = useMemo(() => (reference?.within === undefined ? {} : { [reference.within]: within }), [reference, within]);
  return <SearchField id={id} field={field} ariaLabel={label} value={value} values={narrowing} onChange={onChange} hasPeriods />;
}
