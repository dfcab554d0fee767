// What is to be said of the view that an address names: that it is not there, or that fields of it were left out.
import { use, type ReactNode } from "react";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ListViews } from "./use-list-views.ts";
import "./views.css";

const texts = addTexts("views");

/** Default export, because it is loaded lazily. */
export default function ViewNotes({ views, language }: { readonly views: ListViews; readonly language: Language }): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const names = views.leftOut.map(({ label }) => inLanguage(label, language)).join(t("views.comma"));
  return (
    <div className="tm-view-note" role="status">
      <span>{views.isMissing ? t("views.missing") : t("views.leftOut", { names })}</span>
      {views.isMissing && (
        <button type="button" className="tm-link-button" onClick={() => views.open(undefined)}>
          {t("views.withoutView")}
        </button>
      )}
    </div>
  );
}
