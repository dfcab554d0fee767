// The registration of a guest: the fields, the checks in their order, and the notice that approval is pending (docs/specification.md §2,
// §5, §8).
import { useId, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { shortestPassword } from "../../../schema/common-passwords.ts";
import type { Guest } from "../../api/dialect.ts";
import { CaptchaField } from "../captcha-field.tsx";
import { Field } from "../field.tsx";
import { useCaptcha } from "../use-captcha.ts";
import { useForcedModal } from "../use-forced-modal.ts";
import { register, type Registration } from "./guest.ts";
import { SubmitButton } from "../submit-button.tsx";

type Name = keyof Registration;

interface Finding {
  readonly name: Name;
  readonly text:
    | "social.required.tenantId"
    | "social.required.account"
    | "social.required.password"
    | "social.passwordTooShort"
    | "social.passwordsDiffer"
    | "login.required.captcha";
}

/** The first of the checks that fails (docs/specification.md §5). */
export function firstFinding(form: Registration, asksCaptcha = false): Finding | undefined {
  if (form.tenantId.trim() === "") return { name: "tenantId", text: "social.required.tenantId" };
  if (form.account.trim() === "") return { name: "account", text: "social.required.account" };
  if (form.password === "" || form.password2 === "")
    return { name: form.password === "" ? "password" : "password2", text: "social.required.password" };
  if (form.password !== form.password2) return { name: "password2", text: "social.passwordsDiffer" };
  if ([...form.password].length < shortestPassword) return { name: "password", text: "social.passwordTooShort" };
  return asksCaptcha && form.captcha.trim() === "" ? { name: "captcha", text: "login.required.captcha" } : undefined;
}

type FieldName = Exclude<Name, "captcha">;
const limits = { tenantId: 12, name: 20, account: 45, password: 256, password2: 256 } as const satisfies Readonly<
  Record<FieldName, number>
>;
const completions = {
  tenantId: "organization",
  name: "nickname",
  account: "username",
  password: "new-password",
  password2: "new-password",
} as const satisfies Readonly<Record<FieldName, string>>;

interface RegistrationDialogProps {
  readonly guest: Guest;
  /** The tenant of this site; the user enters it when it is unknown. */
  readonly siteTenant: string;
  readonly onLeave: () => void;
}

export function RegistrationDialog({ guest, siteTenant, onLeave }: RegistrationDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const dialog = useForcedModal();
  const [isSent, setSent] = useState(false);
  return (
    <dialog
      ref={dialog}
      className="tm-registration"
      aria-labelledby={`${id}-title`}
      role={isSent ? "alertdialog" : undefined}
      aria-describedby={isSent ? `${id}-text` : undefined}
    >
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
  const [form, setForm] = useState<Registration>({ tenantId: siteTenant, name: "", account: "", password: "", password2: "", captcha: "" });
  const [finding, setFinding] = useState<Finding>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  // Required after too many attempts, and from then on.
  const [asksCaptcha, setAsksCaptcha] = useState(false);
  const { captcha, isMissing, renew } = useCaptcha(asksCaptcha);
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const firstProblem = firstFinding(form, asksCaptcha);
    setFinding(firstProblem);
    setRefusal("");
    if (firstProblem !== undefined) {
      inputs.current[firstProblem.name]?.focus();
      return;
    }
    setBusy(true);
    const refused = await register(guest, form, captcha);
    setBusy(false);
    if (refused === undefined) {
      onSent();
      return;
    }
    setRefusal(refused.sentence);
    // A captcha is valid once, whatever the outcome.
    change("captcha", "");
    if (asksCaptcha) renew();
    else setAsksCaptcha(refused.asksCaptcha);
  };
  const change = (name: Name, value: string) => {
    setForm((old) => ({ ...old, [name]: value }));
    setFinding(undefined);
  };
  const shared = (name: Name) => ({
    name,
    value: form[name],
    missing: finding?.name === name ? t(finding.text) : undefined,
    inputRef: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
    onChange: change,
  });

  const field = (name: FieldName, type = "text", isFirst = false) => (
    <Field
      {...shared(name)}
      label={t(`social.fields.${name}`)}
      input={{ name, type, autoComplete: completions[name], maxLength: limits[name], autoFocus: isFirst }}
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
      {asksCaptcha && <CaptchaField {...shared("captcha")} captcha={captcha} isMissing={isMissing} renew={renew} />}
      <div className="tm-registration-buttons">
        <button type="button" className="tm-registration-leave" disabled={isBusy} onClick={onLeave}>
          {t("social.cancel")}
        </button>
        <SubmitButton isBusy={isBusy} label={t(isBusy ? "social.submitting" : "social.submit")} />
      </div>
    </form>
  );
}
