// A value that is only shown: in the view of a record, and for fields that a form does not change.
import { lazy, Suspense, type ReactNode } from "react";
import { cellOf } from "../../../fields/cells.ts";
import { isPictureAddress } from "../../../fields/picture.tsx";
import { readChanges } from "#schema/changes";
import type { ScreenField } from "#schema/screen";
import { partsOf, textOf } from "../../api/index.ts";
import { useDictionary } from "../../queries/dictionary.ts";
import { useLabels } from "../values/choice-labels.ts";
import type { FormValues } from "../values/form-definition.ts";
import { useFormTexts, useLanguage } from "../language.ts";

export interface ShownValueProps {
  readonly field: ScreenField;
  readonly value: unknown;
  /** The row around, which carries the labels of references. */
  readonly record: FormValues;
}

const RichtextView = lazy(async () => ({ default: (await import("../../../fields/richtext/widget-view.tsx")).RichtextView }));
const Pictures = lazy(async () => ({ default: (await import("./pictures.tsx")).Pictures }));
const ChangesView = lazy(async () => ({ default: (await import("./changes-view.tsx")).ChangesView }));
const LinesView = lazy(async () => ({ default: (await import("./lines-view.tsx")).LinesView }));

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function ReferenceText({ field, value, record }: ShownValueProps & { readonly field: ScreenField & { readonly reference: NonNullable<ScreenField["reference"]> } }): ReactNode {
  const held = partsOf(value);
  const labelOf = useLabels(field, field.reference, held, record);
  const language = useLanguage();
  return <span>{held.map((one) => labelOf(one) ?? one).join(language === "zh" ? "，" : ", ")}</span>;
}

function DictionaryText({ field, value, record }: ShownValueProps): ReactNode {
  const entries = useDictionary(field.dictionary, field.business === true);
  const language = useLanguage();
  const carried = field.labelKey === undefined ? "" : textOf(record[field.labelKey]);
  if (carried !== "" && field.multiple !== true) return <span>{carried}</span>;
  return <span>{partsOf(value).map((one) => entries?.find((entry) => entry.value === one)?.label ?? one).join(language === "zh" ? "，" : ", ")}</span>;
}

function TextareaValue({ field, value }: ShownValueProps): ReactNode {
  const changes = field.view === "changes" ? readChanges(textOf(value)) : undefined;
  if (changes !== undefined) return <Suspense fallback={null}><ChangesView record={changes} /></Suspense>;
  return <div className="tf-paragraphs">{textOf(value)}</div>;
}

/** In the place of a value that the reader's data scopes leave out: nothing, which is not the same as empty. */
export function UnseenValue(): ReactNode {
  return <span className="tf-nothing">{useFormTexts().unseen}</span>;
}

/** A value as people read it, whole. Lists show shorter ones (`src/fields/cells.ts`). */
export function ShownValue(props: ShownValueProps): ReactNode {
  const { field, value, record } = props;
  const language = useLanguage();
  if (isNothing(value)) return <span className="tf-nothing" aria-hidden="true">—</span>;
  if (field.reference !== undefined) return <ReferenceText {...props} field={{ ...field, reference: field.reference }} />;
  switch (field.kind) {
    case "dict":
      return <DictionaryText {...props} />;
    case "textarea":
      return <TextareaValue {...props} />;
    case "json":
      return <pre className="tf-code tf-json">{JSON.stringify(value, null, 2)}</pre>;
    case "richtext":
      return <Suspense fallback={null}><RichtextView html={textOf(value)} /></Suspense>;
    case "image":
    case "images":
      return <Suspense fallback={null}><Pictures addresses={partsOf(value).filter(isPictureAddress)} /></Suspense>;
    case "lines":
      return <Suspense fallback={null}><LinesView field={field} rows={value} stored={record[field.name]} /></Suspense>;
    default: {
      const cell = cellOf(field.kind);
      const shown = { field, value, row: record, language };
      return cell.render === undefined ? <span>{cell.text(shown)}</span> : <>{cell.render(shown)}</>;
    }
  }
}
