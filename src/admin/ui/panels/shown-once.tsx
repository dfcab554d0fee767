// What an action answers that is shown once and never again, such as a token: with a button that copies it.
import { Button, Typography, type ModalFuncProps } from "antd";
import i18next from "i18next";
import { useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts } from "../../i18n/index.ts";

function Secret({ text }: { readonly text: string }): ReactNode {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t("secret.copied")),
      () => setOutcome(t("secret.notCopied")),
    );
  return (
    <>
      <p>{t("secret.lead")}</p>
      <Typography.Paragraph code style={{ overflowWrap: "anywhere", userSelect: "all" }}>
        {text}
      </Typography.Paragraph>
      <Button autoFocus onClick={() => void copy()}>
        {t("secret.copy")}
      </Button>{" "}
      <span role="status">{outcome}</span>
    </>
  );
}

interface Modal {
  readonly info: (options: ModalFuncProps) => unknown;
}

/** Resolves when the person says that it is kept. */
export async function showOnce(modal: Modal, text: string): Promise<void> {
  await addTexts("secret");
  await new Promise<void>((resolve) => {
    modal.info({
      title: i18next.t("secret.title"),
      content: <Secret text={text} />,
      icon: null,
      width: 520,
      maskClosable: false,
      keyboard: false,
      okText: i18next.t("secret.ok"),
      afterClose: resolve,
    });
  });
}
