// Values of attributes as one field with an input for each attribute. Which there are is read anew whenever the reference changes that
// decides it; the form has emptied their values by then.
import { Alert, Button } from "antd";
import { Suspense, useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react";
import { textOf, type Row } from "../../admin/api/wire-data.ts";
import { useFormTexts, useLanguage } from "../../admin/i18n/language.ts";
import { labelId } from "../../admin/inputs/field-ids.ts";
import { useFieldScope, useSibling, type PartIssue, type WidgetProps } from "../../admin/inputs/values/field-scope.ts";
import { OptionInput } from "../../admin/inputs/option-input.tsx";
import { useRead } from "../../admin/data/queries/reads.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { inLanguage, type Text } from "../../schema/text.ts";
import { traitsOf } from "../screen-traits.ts";
import { widgetOf } from "../widgets.ts";
import { groupsOf, problemLabel, type RequestedField } from "./answer.ts";
import { inputTypes, missingMessage, typedFault } from "../requested-attributes.ts";
import { entriesOf, hasValue, keyOf, sentEntries, valueOf, withValue } from "./entries.ts";
import { EntryList } from "./entry-list.tsx";
import "./attributes.css";

const errorIdOf = (id: string) => `${id}__error`;

interface PartProps {
  readonly attribute: RequestedField;
  readonly id: string;
  readonly value: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
}

/** The input of one attribute with its label and its problem. */
function Part({ attribute, id, value, onChange, error, isDisabled }: PartProps): ReactNode {
  const language = useLanguage();
  const { field } = attribute;
  const props: WidgetProps = {
    field,
    id,
    value,
    onChange,
    isDisabled,
    isInvalid: error !== undefined,
    describedBy: error === undefined ? undefined : errorIdOf(id),
    ariaLabel: undefined,
  };
  const Widget = widgetOf(field);
  const label = inLanguage(field.label, language);
  const className = field.required === undefined ? "tf-label" : "tf-label tf-required";
  return (
    <div className={traitsOf(field).isWide ? "tf-cell tf-cell-wide" : "tf-cell"}>
      <div className={error === undefined ? "tf-field" : "tf-field tf-field-bad"} data-field={field.name}>
        {traitsOf(field).isGroup ? (
          <span className={className} id={labelId(id)}>
            {label}
          </span>
        ) : (
          <label className={className} id={labelId(id)} htmlFor={id}>
            {label}
          </label>
        )}
        {attribute.inputType === inputTypes.list ? (
          <OptionInput
            {...props}
            options={(field.options ?? []).map((option) => ({ value: option.value, label: inLanguage(option.label, language) }))}
          />
        ) : (
          <Suspense fallback={<div className="tf-widget-skeleton" aria-busy="true" />}>
            <Widget {...props} />
          </Suspense>
        )}
        {error === undefined ? null : (
          <div className="tf-error" id={errorIdOf(id)}>
            {error}
          </div>
        )}
      </div>
    </div>
  );
}

/** What is known of the values already, by other fields of the record too; not of a record that was stored with these. */
function useStoredValues({ by, initialValues }: NonNullable<ScreenField["asks"]>): readonly Row[] | undefined {
  const { isEdit, record, values } = useFieldScope();
  const names = initialValues === undefined ? [] : [by, ...initialValues.by];
  const valueOfAll = () => names.map((name) => textOf(values.get()[name])).join("\n");
  const given = useSyncExternalStore(values.subscribe, valueOfAll, valueOfAll);
  const parts = given.split("\n");
  const isStored = isEdit && names.every((name, index) => textOf(record[name]) === parts[index]);
  const isOn = initialValues !== undefined && !isStored && parts.every((part) => part !== "");
  const query = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? ""]));
  const { value } = useRead({ path: initialValues?.path ?? "", query }, entriesOf, { isOn });
  return isOn ? value : undefined;
}

/** The values with those that are known, where nobody has said something else: what another batch has filled goes with it. */
function withStoredValues(
  entries: readonly Row[],
  stored: readonly Row[],
  { attributes, filled }: { readonly attributes: readonly RequestedField[]; readonly filled: Map<string, string> },
): readonly Row[] {
  let result = entries;
  for (const one of attributes) {
    const [value, current, former] = [valueOf(stored, one), valueOf(result, one), filled.get(one.key)];
    const isOffered = one.inputType !== inputTypes.list || one.field.options?.some((option) => option.value === value) === true;
    const next = isOffered ? value : undefined;
    if (current !== former || current === next) continue;
    result = withValue(result, one, next);
    if (next === undefined) filled.delete(one.key);
    else filled.set(one.key, next);
  }
  return result;
}

const nothing: readonly RequestedField[] = [];
const waitingMessage: Text = ["属性尚未加载完成，请稍候再保存", "The attributes are still loading; save again in a moment"];

export function Widget({ field, id, value, onChange, isDisabled, cellErrors, partErrors }: WidgetProps): ReactNode {
  const texts = useFormTexts();
  const language = useLanguage();
  const { asks } = field;
  if (asks === undefined) throw new Error(`the attributes of ${field.name} are asked for nowhere`);
  const { fields, focusers, parts, record } = useFieldScope();
  const chosen = textOf(useSibling(asks.by));
  const read = useRead({ path: asks.path, query: { [asks.by]: chosen } }, groupsOf, { isOn: chosen !== "" });
  const attributes = useMemo(() => (chosen === "" ? nothing : read.value?.flatMap((group) => group.fields)), [chosen, read.value]);

  /** Several inputs may hand over what they hold before the form renders again. */
  const latest = useRef({ seen: value, entries: entriesOf(value) });
  if (latest.current.seen !== value) latest.current = { seen: value, entries: entriesOf(value) };
  const touched = useRef(new Set<string>());
  const sent = useRef<readonly Row[]>([]);
  const change = (one: RequestedField, given: unknown) => {
    const text = textOf(given);
    const entries = withValue(latest.current.entries, one, text === "" ? undefined : text);
    latest.current = { seen: latest.current.seen, entries };
    touched.current.add(one.field.name);
    onChange(entries.length === 0 ? undefined : entries);
  };

  const stored = useStoredValues(asks);
  const filled = useRef(new Map<string, string>());
  const put = useRef(onChange);
  useEffect(() => {
    put.current = onChange;
  });
  useEffect(() => {
    if (stored === undefined || attributes === undefined || isDisabled) return;
    const before = latest.current.entries;
    // The form empties the values when another product is chosen.
    if (before.length === 0) filled.current.clear();
    const entries = withStoredValues(before, stored, { attributes, filled: filled.current });
    if (entries === before) return;
    latest.current = { seen: latest.current.seen, entries };
    put.current(entries.length === 0 ? undefined : entries);
  }, [stored, attributes, isDisabled]);

  useEffect(() => {
    const problemsOf = (one: RequestedField): readonly PartIssue[] => {
      const given = valueOf(latest.current.entries, one);
      const at = { path: [field.name, one.field.name], label: problemLabel(one) };
      const isTouched = touched.current.has(one.field.name);
      if (given === undefined)
        return one.isRequired ? [{ issue: { ...at, code: "required", parameters: {}, message: missingMessage(one) }, isTouched }] : [];
      const fault = one.inputType === inputTypes.list ? undefined : typedFault(one, given);
      return fault === undefined ? [] : [{ issue: { ...at, ...fault }, isTouched }];
    };
    const waiting: PartIssue = {
      issue: {
        code: "required",
        path: [field.name],
        parameters: {},
        label: field.label,
        message: waitingMessage,
      },
      isTouched: false,
    };
    parts.set(field.name, {
      issues: () => attributes?.flatMap(problemsOf) ?? [waiting],
      sent: () => {
        const entries = sentEntries(latest.current.entries, attributes ?? nothing);
        sent.current = entries ?? [];
        return entries;
      },
    });
    return () => void parts.delete(field.name);
  }, [parts, field, attributes]);
  useEffect(() => {
    focusers.set(field.name, ([name]) => {
      const row = typeof name === "number" ? sent.current[name] : undefined;
      const wanted = row === undefined ? name : attributes?.find(({ key }) => key === keyOf(row))?.field.name;
      const part = attributes?.find((one) => one.field.name === wanted);
      if (part !== undefined) document.getElementById(`${id}_${part.field.name}`)?.focus();
    });
    return () => void focusers.delete(field.name);
  }, [focusers, field.name, attributes, id]);

  /** The server names a value by its form field, or by the row that was sent. */
  const errors = useMemo(() => {
    const byKey = new Map(
      [...(cellErrors ?? [])].flatMap(([index, cells]) => {
        const row = sent.current[index];
        const [sentence] = cells.values();
        return row === undefined || sentence === undefined ? [] : [[keyOf(row), sentence] as const];
      }),
    );
    return (one: RequestedField) => partErrors?.get(one.field.name) ?? byKey.get(one.key);
  }, [cellErrors, partErrors]);

  const decisive = fields.find((one) => one.name === asks.by);
  if (chosen === "") {
    const label = decisive === undefined ? "" : inLanguage(decisive.label, language);
    return <p className="tf-note">{texts.reference.first(label)}</p>;
  }
  if (read.failure !== undefined)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        message={read.failure.message || texts.attributes.failed}
        action={
          <Button size="small" onClick={read.refetch}>
            {texts.retry}
          </Button>
        }
      />
    );
  if (read.value === undefined || attributes === undefined)
    return <div className="tf-widget-skeleton" aria-busy="true" aria-label={texts.loading} />;
  const requestedKeys = new Set(attributes.map(({ key }) => key));
  const former = latest.current.entries.filter((entry) => !requestedKeys.has(keyOf(entry)) && hasValue(entry));
  return (
    <div className="tf-attributes">
      {attributes.some((one) => filled.current.has(one.key) && filled.current.get(one.key) === valueOf(latest.current.entries, one)) ? (
        <p className="tf-note" role="status">
          {texts.attributes.filled}
        </p>
      ) : null}
      {attributes.length === 0 ? <p className="tf-note">{texts.attributes.none}</p> : null}
      {read.value.map((group, index) => (
        <div
          key={group.fields[0]?.key}
          className="tf-attribute-group"
          role="group"
          aria-labelledby={group.title === "" ? undefined : `${id}_group_${index}`}
        >
          {group.title === "" ? null : (
            <h3 className="tf-attribute-title" id={`${id}_group_${index}`}>
              {group.title}
            </h3>
          )}
          <div className="tf-grid tf-grid-long">
            {group.fields.map((one) => (
              <Part
                key={`${chosen} ${one.field.name}`}
                attribute={one}
                id={`${id}_${one.field.name}`}
                value={valueOf(latest.current.entries, one)}
                onChange={(given) => change(one, given)}
                error={errors(one)}
                isDisabled={isDisabled}
              />
            ))}
          </div>
        </div>
      ))}
      {former.length === 0 ? null : (
        <div className="tf-attribute-group" role="group" aria-labelledby={`${id}_former`}>
          <h3 className="tf-attribute-title" id={`${id}_former`}>
            {texts.attributes.former}
          </h3>
          <EntryList field={field} entries={former} stored={record[field.name]} />
        </div>
      )}
    </div>
  );
}
