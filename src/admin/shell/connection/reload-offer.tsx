// Reports that a part of the application failed to load, and offers to reload the page (docs/specification.md §8).
import { App } from "antd";
import { useEffect } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { onMissingChunk } from "../../browser/missing-chunk.ts";

export function ReloadOffer() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  useEffect(() => {
    let isRequested = false;
    return onMissingChunk(() => {
      if (isRequested) return;
      isRequested = true;
      modal.confirm({
        transitionName: "",
        maskTransitionName: "",
        title: t("error.outdated.title"),
        content: t("error.outdated.text"),
        okText: t("error.reload"),
        cancelText: t("common.cancel"),
        onOk: () => location.reload(),
        afterClose: () => {
          isRequested = false;
        },
      });
    });
  }, [modal, t]);
  return null;
}
