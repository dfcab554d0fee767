// The page of an address that leads nowhere, for somebody who is signed in: Refine's error page, with a heading for those who go by
// headings.
import { ErrorComponent } from "@refinedev/antd";
import { useTranslation } from "react-i18next";
import "./pages.css";

/** Default export, because it is loaded as a part of its own. */
export default function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <div className="tm-not-found">
      <h1 className="tm-visually-hidden">{t("error.notFound.title")}</h1>
      <ErrorComponent />
    </div>
  );
}
