// Why what a form is about did not load, in its place.
import { Alert, Button } from "antd";
import type { ReactNode } from "react";
import type { ApiFailure } from "../../api/failure.ts";
import { useFormTexts } from "../../i18n/language.ts";
import { DialogFoot } from "./dialog-frame.tsx";

interface LoadFailureProps {
  readonly failure: ApiFailure;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

export function LoadFailure({ failure, onRetry, onClose }: LoadFailureProps): ReactNode {
  const texts = useFormTexts();
  return (
    <>
      <Alert
        className="tf-alert"
        type="error"
        showIcon
        role="alert"
        message={failure.message || texts.loadFailed}
        action={
          failure.error === "rowNotFound" ? undefined : (
            <Button size="small" onClick={onRetry}>
              {texts.retry}
            </Button>
          )
        }
      />
      <DialogFoot>
        <Button onClick={onClose}>{texts.close}</Button>
      </DialogFoot>
    </>
  );
}
