// Instead of a part of a page that could not be read.
import { Alert, Button } from "antd";
import { useTranslation } from "react-i18next";

interface ReadFailureProps {
  readonly message: string;
  readonly onRetry: () => void;
}

export function ReadFailure({ message, onRetry }: ReadFailureProps) {
  const { t } = useTranslation();
  const retry = (
    <Button size="small" onClick={onRetry}>
      {t("common.retry")}
    </Button>
  );
  return <Alert type="error" showIcon role="alert" message={message} action={retry} />;
}
