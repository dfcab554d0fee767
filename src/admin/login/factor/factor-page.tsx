// Administrators whose tenant wants a second factor set one up first; the server refuses all other calls until then.
import { use, useEffect, useId, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { setRequirement, session } from "../../api/session.ts";
import { addTexts } from "../../i18n/index.ts";
import "../login.css";
import { StandaloneForm } from "../standalone-form.tsx";
import { readFactorState, type FactorState } from "./factor-calls.ts";
import { useFactorSetup } from "./use-factor-setup.tsx";
import type { FactorSetup } from "./use-first-code.tsx";
import { useTextSetup } from "./use-text-setup.tsx";

const texts = addTexts("factor");
const done = () => setRequirement("mustSetUpFactor", false);

function Due({ content, submit, children }: FactorSetup & { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <StandaloneForm
      titleId={id}
      title={t("factor.dueTitle")}
      lead={t("factor.dueLead", { name: session()?.user.name ?? "" })}
      leave={t("factor.leave")}
      onSubmit={submit}
    >
      {content}
      {children}
    </StandaloneForm>
  );
}

const ByApplication = ({ children }: { readonly children: ReactNode }) => <Due {...useFactorSetup(done)}>{children}</Due>;

const ByText = ({ phone, children }: { readonly phone: string; readonly children: ReactNode }) => (
  <Due {...useTextSetup({ phone, onDone: done })}>{children}</Due>
);

/** Default export, because it is loaded lazily. */
export default function FactorPage() {
  use(texts);
  const { t } = useTranslation();
  const [isByText, setByText] = useState(false);
  const [state, setState] = useState<FactorState>();
  const title = `${t("factor.dueTitle")} · ${t("product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    // Without it there is the authenticator application, which needs no more.
    readFactorState().then(setState, () => undefined);
  }, []);
  const phone = state?.phone ?? "";
  const refusal = state?.smsRefusal || (state !== undefined && phone === "" ? t("factor.noPhone") : "");
  const other = (
    <p className="tm-factor-ways">
      {refusal === "" ? (
        state !== undefined && (
          <button type="button" onClick={() => setByText(!isByText)}>
            {t(isByText ? "factor.byApplication" : "factor.byText")}
          </button>
        )
      ) : (
        <span>{t("factor.noTexts", { reason: refusal })}</span>
      )}
    </p>
  );
  return (
    <main className="tm-alone tm-factor-page">
      {isByText ? <ByText phone={phone}>{other}</ByText> : <ByApplication>{other}</ByApplication>}
    </main>
  );
}
