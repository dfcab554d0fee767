// Asks how a report is named before it is stored.
import { Form, Input, Modal, type FormInstance, type InputRef } from "antd";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";

/** How a report is named. */
export interface ReportNames {
  readonly name: string;
  readonly nameEn: string;
  readonly remark: string;
}

/** As in every form: the star stands behind the label. */
const markedLabel = (label: ReactNode, { required }: { readonly required: boolean }): ReactNode => (
  <span className={required ? "tf-required" : ""}>{label}</span>
);

interface NamesDialogProps {
  readonly form: FormInstance<ReportNames>;
  readonly names: ReportNames;
  /** It is stored beside the report that it was. */
  readonly isCopy: boolean;
  readonly isSaving: boolean;
  readonly onSave: (names: ReportNames) => void;
  readonly onClose: () => void;
}

export function NamesDialog({ form, names, isCopy, isSaving, onSave, onClose }: NamesDialogProps): ReactNode {
  const { t } = useTranslation();
  const nameInput = useRef<InputRef>(null);
  return (
    <Modal
      open
      title={isCopy ? t("reports.saveAs") : t("reports.saveReport")}
      okText={t("reports.save")}
      confirmLoading={isSaving}
      okButtonProps={{ htmlType: "submit", form: "report-names" }}
      onCancel={onClose}
      // Not before it is open: nothing takes the focus in a hidden dialog.
      afterOpenChange={(isOpen) => isOpen && nameInput.current?.focus()}
    >
      <Form<ReportNames> id="report-names" form={form} requiredMark={markedLabel} layout="vertical" initialValues={names} onFinish={onSave}>
        <Form.Item name="name" label={t("reports.name")} rules={[{ required: true, whitespace: true, message: t("reports.nameMissing") }]}>
          <Input ref={nameInput} maxLength={100} />
        </Form.Item>
        <Form.Item name="nameEn" label={t("reports.nameEn")}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="remark" label={t("reports.remark")}>
          <Input.TextArea maxLength={500} rows={3} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
