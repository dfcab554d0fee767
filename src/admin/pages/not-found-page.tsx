// The page of an unknown address, for a signed-in user: Refine's error page, with a heading for screen readers.
import { ErrorComponent } from "@refinedev/antd";
import { useTranslation } from "react-i18next";
import "./pages.css";

/** Default export, because it is loaded lazily. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="tm-not-found">
      <h1 className="tm-visually-hidden">{t("error.notFound.title")}</h1>
      <ErrorComponent />
    </div>
  );
}
