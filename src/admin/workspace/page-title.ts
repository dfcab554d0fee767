// The title of the browser's tab: the page, then the product.
import { useEffect } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { useLocation } from "react-router-dom";
import { openTab } from "./tab-store.ts";

/** "" for the page that represents the product itself. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const product = t("product");
  useEffect(() => {
    document.title = title === "" ? product : `${title} · ${product}`;
    // A page that is not in the menu has its tab from here on.
    openTab({ path: pathname, search, label: title });
  }, [title, product, pathname, search]);
}
