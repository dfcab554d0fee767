// Why a form or an action was refused, above what was typed, with links to where it is mended.
import { Alert } from "antd";
import type { ReactNode } from "react";
import type { ApiFailure } from "../../api/failure.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { TargetLinks, useTargetLinks } from "../../workspace/target-links.tsx";

interface FailureAlertProps {
  readonly failure: ApiFailure | undefined;
  readonly hint?: string | undefined;
}

export function FailureAlert({ failure, hint }: FailureAlertProps): ReactNode {
  const texts = useFormTexts();
  const links = useTargetLinks()(failure?.targets ?? []);
  if (failure === undefined) return null;
  const description =
    links.length === 0 && hint === undefined ? undefined : (
      <>
        {hint}
        {links.length > 0 && <TargetLinks links={links} />}
      </>
    );
  return (
    <Alert
      className="tf-alert"
      type="error"
      showIcon
      role="alert"
      message={failure.message || texts.saveFailed}
      {...(description === undefined ? {} : { description })}
    />
  );
}
