// Instead of a part of a page that could not be read.
import { Alert, Button } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";

interface ReadFailureProps {
  readonly message: string;
  /** Without it there is nothing to try again. */
  readonly onRetry?: (() => void) | undefined;
  readonly className?: string;
}

export function ReadFailure({ message, onRetry, ...more }: ReadFailureProps) {
  const { t } = useTranslation();
  const retry =
    onRetry === undefined ? undefined : (
      <Button size="small" onClick={onRetry}>
        {t("common.retry")}
      </Button>
    );
  return <Alert {...more} type="error" showIcon role="alert" message={message} action={retry} />;
}
