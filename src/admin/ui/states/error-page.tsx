// Shown instead of a page: forbidden, not found, out of order, an error of the page itself.
import { useTranslation } from "../../i18n/use-translation.ts";
import "./pages.css";

export type ErrorKind = "forbidden" | "notFound" | "server" | "crash" | "outdated";

const numbers: Readonly<Partial<Record<ErrorKind, string>>> = { forbidden: "403", notFound: "404", server: "500" };

interface ErrorPageProps {
  readonly kind: ErrorKind;
  /** The exact error, for support staff. */
  readonly detail?: string;
  readonly onRetry?: () => void;
}

export function ErrorPage({ kind, detail, onRetry }: ErrorPageProps) {
  const { t } = useTranslation();
  const number = numbers[kind];
  return (
    <div className="tm-error-page">
      {number !== undefined && <p className="tm-error-number">{number}</p>}
      <h1>{t(`error.${kind}.title`)}</h1>
      <p className="tm-error-text">{t(`error.${kind}.text`)}</p>
      {detail !== undefined && detail !== "" && <code className="tm-error-detail">{detail}</code>}
      <p className="tm-error-buttons">
        {onRetry !== undefined && (
          <button type="button" className="tm-plain-button tm-plain-primary" onClick={onRetry}>
            {t(kind === "outdated" ? "error.reload" : "common.retry")}
          </button>
        )}
        {/* A whole load, since the page may be shown because the application is in disorder. */}
        <a className="tm-plain-button" href="/">
          {t("common.home")}
        </a>
      </p>
    </div>
  );
}
