// What somebody may do whose model was saved by another person meanwhile: nothing of theirs or of the other's is lost unasked.
import { App, Button, Modal } from "antd";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { TextProperty } from "./property.tsx";

interface SaveConflictProps {
  /** When the other person saved. */
  readonly time: string;
  /** A key that is offered for a model of one's own. */
  readonly suggestedKey: string;
  readonly isSaving: boolean;
  readonly onBack: () => void;
  readonly onReload: () => void;
  readonly onOverwrite: () => void;
  /** Answers why the key cannot be used; "" where it could. */
  readonly onCopy: (key: string) => Promise<string>;
}

export function SaveConflict(props: SaveConflictProps): ReactNode {
  const { time, suggestedKey, isSaving, onBack, onReload, onOverwrite, onCopy } = props;
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const [key, setKey] = useState(suggestedKey);
  const [problem, setProblem] = useState("");
  const confirmed = async (title: string, work: () => void) => {
    const isSure = await modal.confirm({
      title,
      okText: t("common.ok"),
      cancelText: t("common.cancel"),
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
    });
    if (isSure) work();
  };
  return (
    <Modal
      open
      title={t("modeler.conflict.title")}
      width={640}
      maskClosable={false}
      onCancel={onBack}
      footer={[
        <Button key="back" onClick={onBack}>
          {t("modeler.conflict.back")}
        </Button>,
        <Button key="reload" disabled={isSaving} onClick={() => void confirmed(t("modeler.conflict.reloadAsk"), onReload)}>
          {t("modeler.conflict.reload")}
        </Button>,
        <Button key="overwrite" danger disabled={isSaving} onClick={() => void confirmed(t("modeler.conflict.overwriteAsk"), onOverwrite)}>
          {t("modeler.conflict.overwrite")}
        </Button>,
        <Button key="copy" type="primary" loading={isSaving} onClick={() => void onCopy(key).then(setProblem)}>
          {t("modeler.conflict.copy")}
        </Button>,
      ]}
    >
      <p>{t("modeler.conflict.lead", { time })}</p>
      <TextProperty isCode label={t("modeler.conflict.copyKey")} value={key} problem={problem} onCommit={setKey} />
    </Modal>
  );
}
