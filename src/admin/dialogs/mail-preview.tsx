// A mail template filled in with the values of a record, as far as the reader may see them.
import { Alert, Button, Skeleton } from "antd";
import { use, useId, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { inLanguage } from "#schema/text";
import { RichtextView } from "../../fields/html-view.tsx";
import { isRecord, textOf } from "../api/wire-data.ts";
import { DialogFoot, DialogFrame } from "../forms/dialogs/dialog-frame.tsx";
import { SearchField } from "../forms/index.tsx";
import { addTexts } from "../i18n/index.ts";
import { useLanguage } from "../i18n/language.ts";
import { ReadFailure } from "../ui/states/read-failure.tsx";
import { useRead } from "../data/queries/reads.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";
import "./mail-preview.css";

const texts = addTexts("mails");
const width = 720;

interface Preview {
  readonly subject: string;
  readonly content: string;
  /** Fields of the template that the reader may not see. */
  readonly hidden: readonly string[];
}

function previewIn(payload: unknown): Preview {
  const given = isRecord(payload) ? payload : {};
  const { hidden } = given;
  return { subject: textOf(given["subject"]), content: textOf(given["content"]), hidden: Array.isArray(hidden) ? hidden.map(textOf) : [] };
}

/** Default export, because it is loaded lazily. */
export default function MailPreviewDialog({ title, values, dialogFields = [], onClose }: HandMadeDialogProps) {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const [recordId, setRecordId] = useState("");
  const query = { id: values["id"] ?? "", ...(recordId === "" ? {} : { recordId }) };
  const { value, failure, refetch } = useRead({ path: "/business-manage/mail-template/preview", query }, previewIn);
  // Of the references that the action asks for, the one to what the template is about.
  const field = dialogFields.find(({ reference }) => reference?.resource === values["about"]);
  return (
    <DialogFrame title={title} width={width} ignoresMaskClick={false} onClose={onClose}>
      <div className="tf-dialog-body">
        <div className="tm-mail-preview" aria-busy={value === undefined && failure === undefined}>
          {field === undefined ? null : (
            <div className="tm-mail-about">
              <label htmlFor={id}>{inLanguage(field.label, language)}</label>
              <SearchField
                id={id}
                field={field}
                value={recordId === "" ? undefined : recordId}
                onChange={(next) => setRecordId(typeof next === "string" ? next : "")}
              />
            </div>
          )}
          {recordId === "" ? <p className="tm-soft">{t("mails.bare")}</p> : null}
          {failure === undefined ? null : <ReadFailure message={failure.message || t("mails.failed")} onRetry={refetch} />}
          {value === undefined ? (
            failure === undefined && <Skeleton active title={false} paragraph={{ rows: 6 }} aria-label={t("mails.loading")} />
          ) : (
            <>
              {value.hidden.length === 0 ? null : (
                <Alert type="warning" showIcon message={t("mails.hidden", { fields: value.hidden.join("、") })} />
              )}
              <section className="tm-mail-page" aria-label={title}>
                <p className="tm-mail-subject">
                  <span className="tm-soft">{t("mails.subject")}</span> {value.subject}
                </p>
                <RichtextView html={value.content} />
              </section>
            </>
          )}
        </div>
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t("common.close")}</Button>
      </DialogFoot>
    </DialogFrame>
  );
}
