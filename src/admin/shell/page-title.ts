// The title of the browser's tab: the page, then the product.
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

/** "" for the page that stands for the product itself. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const product = t("product");
  useEffect(() => {
    document.title = title === "" ? product : `${title} · ${product}`;
  }, [title, product]);
}
