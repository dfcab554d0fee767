// A value that is only shown: in the view of a record, and for fields that a form does not change.
import { Fragment, lazy, Suspense, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { cellOf } from "./cells.ts";
import { isPictureAddress } from "./picture.tsx";
import { traitsOf } from "./screen-traits.ts";
import { viewOf } from "./views.ts";
import type { ScreenField } from "#schema/screen";
import { partsOf } from "../admin/api/index.ts";
import { useLabels } from "../admin/inputs/values/choice-labels.ts";
import type { FormValues } from "../admin/inputs/values/form-definition.ts";
import { useFormTexts, useLanguage } from "../admin/i18n/language.ts";
import { recordAddress } from "../admin/workspace/record-address.ts";
import { useWorkspaceIfThere } from "../admin/workspace/workspace.ts";

export interface ShownValueProps {
  readonly field: ScreenField;
  readonly value: unknown;
  /** The row around, which carries the labels of references. */
  readonly record: FormValues;
  /** References are links to the records that they name. */
  readonly leads?: boolean;
}

const Pictures = lazy(async () => ({ default: (await import("./pictures.tsx")).Pictures }));

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function ReferenceText({
  field,
  value,
  record,
  leads = false,
}: ShownValueProps & { readonly field: ScreenField & { readonly reference: NonNullable<ScreenField["reference"]> } }): ReactNode {
  const values = partsOf(value);
  const labelOf = useLabels(field, field.reference, values, record);
  const language = useLanguage();
  const workspace = useWorkspaceIfThere();
  const { resource, value: named } = field.reference;
  // The address of a record has its id; others are known by a code that no address takes.
  const addressOf = (id: string) => (leads && named === "id" ? recordAddress(workspace?.menu ?? [], resource, id) : undefined);
  return (
    <span>
      {values.map((one, index) => {
        const address = addressOf(one);
        return (
          <Fragment key={one}>
            {index > 0 && (language === "zh" ? "，" : ", ")}
            {address === undefined ? labelOf(one) : <Link to={address}>{labelOf(one)}</Link>}
          </Fragment>
        );
      })}
    </span>
  );
}

/** In the place of a value that the reader's data scopes leave out: nothing, which is not the same as empty. */
export function HiddenValue(): ReactNode {
  return <span className="tf-nothing">{useFormTexts().hidden}</span>;
}

function Nothing(): ReactNode {
  return (
    <span className="tf-nothing" aria-hidden="true">
      —
    </span>
  );
}

/** A value as people read it, whole. Lists show shorter ones (`src/fields/cells.ts`). */
export function ShownValue(props: ShownValueProps): ReactNode {
  const { field, value, record } = props;
  const language = useLanguage();
  if (isNothing(value)) return <Nothing />;
  if (field.reference !== undefined) return <ReferenceText {...props} field={{ ...field, reference: field.reference }} />;
  const View = viewOf(field);
  if (View !== undefined) return <View {...props} />;
  if (traitsOf(field).view === "pictures")
    return (
      <Suspense fallback={null}>
        <Pictures addresses={partsOf(value).filter(isPictureAddress)} />
      </Suspense>
    );
  const cell = cellOf(field);
  const shown = { field, value, row: record, language };
  if (cell.render !== undefined) return <>{cell.render(shown)}</>;
  const text = cell.text(shown);
  // A structure that says nothing, such as a message that was never written.
  return text === "" ? <Nothing /> : <span>{text}</span>;
}
