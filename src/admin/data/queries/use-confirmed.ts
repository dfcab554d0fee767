// Calls that the server may ask about before it goes on (docs/wire.md §2.3).
import { App } from "antd";
import { createElement, useCallback } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ApiFailure } from "../../api/failure.ts";

/** Query of a call whose question was answered with yes. */
const yes = { confirmed: "1" } as const;

/** Makes a call; where the server asks first, the person is asked, and the call is made again when they agree. Fails silently when not. */
export function useConfirmed(): <T>(call: (query: Readonly<Record<string, string>>) => Promise<T>) => Promise<T> {
  const { modal } = App.useApp();
  const { t } = useTranslation();
  return useCallback(
    async (call) => {
      try {
        return await call({});
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.error !== "needsConfirmation") throw error;
        const { message, issues } = error;
        const isAgreed = await modal.confirm({
          title: message,
          content: createElement(
            "ul",
            { style: { margin: 0, paddingInlineStart: "1.2em" } },
            issues.map((issue) => createElement("li", { key: issue.path.join(".") }, issue.message)),
          ),
          okText: t("common.ok"),
          cancelText: t("common.cancel"),
          autoFocusButton: "cancel",
        });
        if (isAgreed) return call(yes);
        throw new ApiFailure({ status: error.status, code: error.code, error: error.error, message, silent: true });
      }
    },
    [modal, t],
  );
}
