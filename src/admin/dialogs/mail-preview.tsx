// A mail template filled in with the values of a record, as far as the reader may see them.
import { Alert, Skeleton } from "antd";
import { use, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { RichtextView } from "../../fields/html-view.tsx";
import { isRecord, textOf } from "../api/wire-data.ts";
import { InfoDialog } from "../forms/dialogs/info-dialog.tsx";
import { addTexts } from "../i18n/index.ts";
import { ReadFailure } from "../ui/states/read-failure.tsx";
import { useRead } from "../data/queries/reads.ts";
import type { HandMadeDialogProps } from "../screens/list/dialog-registry.ts";
import { PreviewField } from "./preview-field.tsx";
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
  const [recordId, setRecordId] = useState("");
  const query = { id: values["id"] ?? "", ...(recordId === "" ? {} : { recordId }) };
  const { value, failure, refetch } = useRead({ path: "/business-manage/mail-template/preview", query }, previewIn);
  // Of the references that the action asks for, the one to what the template is about.
  const field = dialogFields.find(({ reference }) => reference?.resource === values["about"]);
  return (
    <InfoDialog title={title} width={width} onClose={onClose}>
      <div className="tf-dialog-body">
        <div className="tm-mail-preview" aria-busy={value === undefined && failure === undefined}>
          {field === undefined ? null : <PreviewField className="tm-mail-about" field={field} value={recordId} onChange={setRecordId} />}
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
    </InfoDialog>
  );
}
