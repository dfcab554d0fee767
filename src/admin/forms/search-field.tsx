// One field of a list's search panel, by how it is searched: a part of a text, a value, one of several, from and to.
import { lazy, Suspense, useMemo, type ReactNode } from "react";
import type { ScreenField } from "#schema/screen";
import { inLanguage } from "#schema/text";
import { traitsOf } from "../../fields/screen-traits.ts";
import { widgetOf } from "../../fields/widgets.ts";
import { FieldScopeContext, createFieldScope, type WidgetProps } from "../inputs/values/field-scope.ts";
import { NumberInput } from "../inputs/number-input.tsx";
import { TextInput } from "../inputs/text-input.tsx";
import { useFormTexts, useLanguage } from "../i18n/language.ts";
import "./forms.css";

/** A text, several, or from and to (texts of the wire; "" is an open end); undefined where nothing is searched. */
export type SearchValue = string | readonly string[] | undefined;

export interface SearchFieldProps {
  readonly field: ScreenField;
  readonly value: SearchValue;
  readonly onChange: (value: SearchValue) => void;
  readonly id: string;
  /** The values of the panel's other fields, so that a workshop is searched within the chosen factory. */
  readonly values?: Readonly<Record<string, SearchValue>>;
  /** Days may be a period that moves with the present: where they are worked out when rows are read. */
  readonly hasPeriods?: boolean;
  /** Accessible name, where no label is rendered next to it. */
  readonly ariaLabel?: string;
}

const DateRangeInput = lazy(async () => ({ default: (await import("../inputs/date-input.tsx")).DateRangeInput }));
const DateSearch = lazy(async () => ({ default: (await import("../inputs/date-search.tsx")).DateSearch }));

const asText = (text: string) => text;

function ends(value: SearchValue): readonly [string, string] {
  const [from = "", to = ""] = typeof value === "string" ? [value] : (value ?? []);
  return [from, to];
}

/** A searched field as its widgets see it: nothing is required, nothing has a default, several are chosen where several are searched. */
function searched(field: ScreenField): ScreenField {
  const isSeveral = field.search === "in";
  const { required: _required, default: _default, unit: _unit, multiple: _multiple, ...rest } = field;
  const reference = rest.reference === undefined ? undefined : { ...rest.reference, ...(isSeveral ? { several: true as const } : {}) };
  if (reference !== undefined && !isSeveral) delete reference.several;
  return { ...rest, ...(isSeveral ? { multiple: true as const } : {}), ...(reference === undefined ? {} : { reference }) };
}

function NumberRange({ value, onChange, ...props }: WidgetProps & { readonly field: ScreenField }): ReactNode {
  const texts = useFormTexts();
  const [from, to] = ends(Array.isArray(value) ? value.map(String) : undefined);
  const give = (next: readonly [string, string]) => onChange(next[0] === "" && next[1] === "" ? undefined : next);
  const label = props.ariaLabel ?? "";
  const common = { ...props, isWhole: traitsOf(props.field).number === "whole", valueOf: asText };
  return (
    <span className="tf-range">
      <NumberInput
        {...common}
        value={from}
        ariaLabel={`${label} ${texts.search.from}`.trim()}
        onChange={(next) => give([String(next ?? ""), to])}
      />
      <span aria-hidden="true">–</span>
      <NumberInput
        {...common}
        id={`${props.id}_to`}
        value={to}
        ariaLabel={`${label} ${texts.search.to}`.trim()}
        onChange={(next) => give([from, String(next ?? "")])}
      />
    </span>
  );
}

function toSearchValue(value: unknown): SearchValue {
  if (value === undefined || value === null || value === "") return undefined;
  return Array.isArray(value) ? value.map(String) : String(value);
}

export function SearchField({ field, value, onChange, id, values, ariaLabel, hasPeriods = false }: SearchFieldProps): ReactNode {
  const language = useLanguage();
  const shown = useMemo(() => searched(field), [field]);
  const scope = useMemo(() => createFieldScope({ place: "search", fields: [], values: values ?? {} }), [values]);
  const common = {
    field: shown,
    id,
    value,
    onChange: (next: unknown) => onChange(toSearchValue(next)),
    isDisabled: false,
    isInvalid: false,
    describedBy: undefined,
    ariaLabel: ariaLabel ?? inLanguage(field.label, language),
  };
  return (
    <FieldScopeContext value={scope}>
      <Suspense fallback={<div className="tf-widget-skeleton" aria-busy="true" />}>{inputOf(common, field, hasPeriods)}</Suspense>
    </FieldScopeContext>
  );
}

function inputOf(common: WidgetProps, field: ScreenField, hasPeriods: boolean): ReactNode {
  const { search, number, temporal } = traitsOf(field);
  if (field.search === "range") {
    if (search === "number") return <NumberRange {...common} />;
    const range = {
      id: common.id,
      temporal,
      value: ends(Array.isArray(common.value) ? common.value.map(String) : undefined),
      onChange: common.onChange,
    };
    // A time of day is none that passes.
    if (!hasPeriods || temporal === "clock") return <DateRangeInput {...range} />;
    return <DateSearch {...range} label={common.ariaLabel ?? ""} isAlwaysFilled={field.required !== undefined} />;
  }
  if (search === "number") return <NumberInput {...common} isWhole={number === "whole"} valueOf={asText} />;
  if (search === "text") return <TextInput {...common} isProse={false} />;
  const Widget = widgetOf(field);
  return <Widget {...common} />;
}
