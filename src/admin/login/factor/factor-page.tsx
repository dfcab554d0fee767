// Administrators whose tenant wants a second factor set one up first; the server refuses all other calls until then.
import { use, useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { changeDue, session } from "../../api/session.ts";
import { addTexts } from "../../i18n/index.ts";
import "../login.css";
import { StandaloneForm } from "../standalone-form.tsx";
import { useFactorSetup } from "./use-factor-setup.tsx";

const texts = addTexts("factor");
const done = () => changeDue("mustSetUpFactor", false);

/** Default export, because it is loaded lazily. */
export default function FactorPage() {
  use(texts);
  const { t } = useTranslation();
  const id = useId();
  const { content, submit } = useFactorSetup(done);
  const title = `${t("factor.dueTitle")} · ${t("product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="tm-alone tm-factor-page">
      <StandaloneForm
        titleId={id}
        title={t("factor.dueTitle")}
        lead={t("factor.dueLead", { name: session()?.user.name ?? "" })}
        leave={t("factor.leave")}
        onSubmit={submit}
      >
        {content}
      </StandaloneForm>
    </main>
  );
}
