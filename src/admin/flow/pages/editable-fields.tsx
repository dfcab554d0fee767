// Fields of a record that the person who has its task may change with the decision: saved by the record's own call, under its own rules.
import { Alert } from "antd";
import { useCan, useUpdate } from "@refinedev/core";
import { useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen } from "../../../schema/screen.ts";
import { failureOf, type ApiFailure } from "../../api/failure.ts";
import type { Subject } from "../approval/subject.ts";
import { SubmitButton } from "../../forms/dialogs/submit-button.tsx";
import { useFormId } from "../../forms/form/form-id.ts";
import { ResourceForm, type FormHandle } from "../../forms/form/resource-form.tsx";
import { baseOfRecord } from "../../forms/record/record-base.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { formOf, type FormValues } from "../../inputs/values/form-definition.ts";
import { rowOf } from "../../inputs/values/values.ts";
import { ProcessPart } from "./process-page.tsx";

interface EditableFieldsProps {
  readonly screen: Screen;
  readonly subject: Subject;
  readonly onSaved: () => void;
}

const nothing: FormValues = {};

function Fields({ screen, subject, onSaved }: EditableFieldsProps): ReactNode {
  const { t } = useTranslation();
  const texts = useFormTexts();
  const notices = useNotices();
  const formId = useFormId();
  const handle = useRef<FormHandle>(null);
  const { mutateAsync: update } = useUpdate();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const { record, editable } = subject;
  const narrowed = useMemo(() => ({ ...screen, fields: screen.fields.filter(({ name }) => editable.includes(name)) }), [screen, editable]);
  const form = useMemo(() => formOf(narrowed, "edit", { isAdministrator: false, preset: nothing, record }), [narrowed, record]);
  const base = useMemo(() => baseOfRecord(narrowed, form, record), [narrowed, form, record]);
  const save = async (values: FormValues) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const row = rowOf(form, base.before, values);
      await update({
        resource: screen.name,
        id: subject.id,
        values: { ...row, version: record["version"] },
        successNotification: false,
        errorNotification: false,
      });
      notices.done(texts.updated);
      onSaved();
    } catch (error) {
      const received = failureOf(error);
      const elsewhere = handle.current?.refuse(received.issues) ?? received.issues;
      if (!received.silent && (received.issues.length === 0 || elsewhere.length > 0)) setFailure(received);
    }
    setBusy(false);
  };
  return (
    <ProcessPart title={t("leave.changes")}>
      {failure !== undefined && <Alert className="tf-alert" type="error" showIcon role="alert" message={failure.message} />}
      <ResourceForm
        key={String(record["version"])}
        ref={handle}
        formId={formId}
        form={form}
        initial={base.initial}
        start={undefined}
        before={base.before}
        record={base.record}
        onSubmit={(values) => void save(values)}
      />
      <p className="tm-page-form-buttons">
        <SubmitButton form={formId} loading={isBusy}>
          {texts.save}
        </SubmitButton>
      </p>
    </ProcessPart>
  );
}

/** Nothing where the step changes nothing, or the person edits no such records. */
export function EditableFields(props: EditableFieldsProps): ReactNode {
  const isAllowed = useCan({ resource: props.screen.name, action: "edit" }).data?.can === true;
  return isAllowed && props.subject.editable.length > 0 ? <Fields {...props} /> : null;
}
