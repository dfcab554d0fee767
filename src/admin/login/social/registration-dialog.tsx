// The registration of a guest: what is asked, the checks in their order, and the word that it waits for approval (specification §2, §5, §8).
import { useId, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { shortestPassword } from "../../../schema/common-passwords.ts";
import type { Guest } from "../../providers/dialect.ts";
import { Field } from "../field.tsx";
import { useHeldOpen } from "../use-held-open.ts";
import { register, type Registration } from "./guest.ts";

type Name = keyof Registration;

interface Finding {
  readonly name: Name;
  readonly text: "social.required.tenantId" | "social.required.account" | "social.required.password" | "social.passwordTooShort" | "social.passwordsDiffer";
}

/** The first of the checks that fails (specification §5). */
export function firstFinding(form: Registration): Finding | undefined {
  if (form.tenantId.trim() === "") return { name: "tenantId", text: "social.required.tenantId" };
  if (form.account.trim() === "") return { name: "account", text: "social.required.account" };
  if (form.password === "" || form.password2 === "") return { name: form.password === "" ? "password" : "password2", text: "social.required.password" };
  if (form.password !== form.password2) return { name: "password2", text: "social.passwordsDiffer" };
  return [...form.password].length < shortestPassword ? { name: "password", text: "social.passwordTooShort" } : undefined;
}

const limits = { tenantId: 12, name: 20, account: 45, password: 256, password2: 256 } as const satisfies Readonly<Record<Name, number>>;
const completions = { tenantId: "organization", name: "nickname", account: "username", password: "new-password", password2: "new-password" } as const satisfies Readonly<Record<Name, string>>;

interface RegistrationDialogProps {
  readonly guest: Guest;
  /** The tenant whose site this is; it is asked for when it is not known. */
  readonly siteTenant: string;
  readonly onLeave: () => void;
}

export function RegistrationDialog({ guest, siteTenant, onLeave }: RegistrationDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useHeldOpen();
  const [isSent, setSent] = useState(false);
  return (
    <dialog ref={dialog} className="tm-registration" aria-labelledby={`${id}-title`} role={isSent ? "alertdialog" : undefined} aria-describedby={isSent ? `${id}-text` : undefined}>
      <h2 id={`${id}-title`}>{t(isSent ? "social.sentTitle" : "social.title")}</h2>
      {isSent ? (
        <>
          <p id={`${id}-text`}>{t("social.sent")}</p>
          <div className="tm-registration-buttons">
            {/* The one thing left to do. */}
            <button type="button" className="login-submit" autoFocus onClick={onLeave}>
              {t("social.ok")}
            </button>
          </div>
        </>
      ) : (
        <RegistrationForm guest={guest} siteTenant={siteTenant} onLeave={onLeave} onSent={() => setSent(true)} />
      )}
    </dialog>
  );
}

function RegistrationForm({ guest, siteTenant, onLeave, onSent }: RegistrationDialogProps & { readonly onSent: () => void }) {
  const { t } = useTranslation();
  const [form, setForm] = useState<Registration>({ tenantId: siteTenant, name: "", account: "", password: "", password2: "" });
  const [finding, setFinding] = useState<Finding>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const found = firstFinding(form);
    setFinding(found);
    setRefusal("");
    if (found !== undefined) {
      inputs.current[found.name]?.focus();
      return;
    }
    setBusy(true);
    const sentence = await register(guest, form);
    setBusy(false);
    if (sentence === "") onSent();
    else setRefusal(sentence);
  };

  const field = (name: Name, type = "text", isFirst = false) => (
    <Field
      name={name}
      label={t(`social.fields.${name}`)}
      value={form[name]}
      missing={finding?.name === name ? t(finding.text) : undefined}
      input={{ name, type, autoComplete: completions[name], maxLength: limits[name], autoFocus: isFirst }}
      inputRef={(input) => {
        inputs.current[name] = input;
      }}
      onChange={(changed, value) => {
        setForm((old) => ({ ...old, [changed]: value }));
        setFinding(undefined);
      }}
    />
  );

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <p className="tm-registration-lead">{t("social.lead")}</p>
      {refusal !== "" && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      {siteTenant === "" && field("tenantId", "text", true)}
      {field("name", "text", siteTenant !== "")}
      {field("account")}
      {field("password", "password")}
      {field("password2", "password")}
      <div className="tm-registration-buttons">
        <button type="button" className="tm-registration-leave" disabled={isBusy} onClick={onLeave}>
          {t("social.cancel")}
        </button>
        <button type="submit" className="login-submit" aria-disabled={isBusy} aria-busy={isBusy}>
          {isBusy && <span className="login-spinner" aria-hidden="true" />}
          {t(isBusy ? "social.submitting" : "social.submit")}
        </button>
      </div>
    </form>
  );
}
