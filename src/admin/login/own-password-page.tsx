// Users with an initial or reset password must choose a new one first; the server refuses all other calls until then (issue "Authority").
import { use, useEffect, useId, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { failureOf } from "../api/failure.ts";
import { request } from "../api/request.ts";
import { setRequirement, session } from "../api/session.ts";
import { addTexts } from "../i18n/index.ts";
import { transformChosenPassword, transformPassword } from "../api/password.ts";
import { Field } from "./field.tsx";
import "./login.css";
import { StandaloneForm } from "./standalone-form.tsx";
import "./own-password-page.css";
import { findingOf, ownPasswordNames, type Finding, type OwnPasswordForm, type OwnPasswordName } from "./own-password-check.ts";
import { SubmitButton } from "./submit-button.tsx";

const texts = addTexts("password");

/** Changes the password. Returns "" on success, else the message. */
async function save({ oldPassword, newPassword }: OwnPasswordForm): Promise<string> {
  try {
    const chosen = await transformChosenPassword(newPassword, "newPassword");
    // As a form, so that no password is part of a URL, which logs and proxies would record.
    const body = new URLSearchParams({
      oldPassword: await transformPassword(oldPassword, "chosen"),
      newPassword: chosen,
      newPassword1: chosen,
    });
    await request("POST", "/blade-user/update-password", { body });
    return "";
  } catch (error) {
    return failureOf(error).message;
  }
}

const completions = {
  oldPassword: "current-password",
  newPassword: "new-password",
  newPassword1: "new-password",
} as const satisfies Readonly<Record<OwnPasswordName, string>>;

/** Default export, because it is loaded lazily. */
export default function OwnPasswordPage() {
  use(texts);
  const { t } = useTranslation();
  const id = useId();
  const [form, setForm] = useState<OwnPasswordForm>({ oldPassword: "", newPassword: "", newPassword1: "" });
  const [finding, setFinding] = useState<Finding>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const inputs = useRef<Partial<Record<OwnPasswordName, HTMLInputElement | null>>>({});
  const user = session()?.user;
  const title = `${t("ownPassword.title")} · ${t("product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const firstProblem = findingOf(form);
    setFinding(firstProblem);
    setRefusal("");
    if (firstProblem !== undefined) {
      inputs.current[firstProblem.name]?.focus();
      return;
    }
    setBusy(true);
    const sentence = await save(form);
    setBusy(false);
    setRefusal(sentence);
    if (sentence === "") setRequirement("mustChangePassword", false);
  };

  return (
    <main className="tm-alone tm-own-password">
      <StandaloneForm
        titleId={id}
        title={t("ownPassword.title")}
        lead={t("ownPassword.lead", { name: user?.name ?? "" })}
        leave={t("ownPassword.leave")}
        onSubmit={(event) => void submit(event)}
      >
        {refusal !== "" && (
          <p className="login-refusal" role="alert">
            {refusal}
          </p>
        )}
        {/* For password managers, which keep the new one with it. */}
        <input type="text" name="username" autoComplete="username" value={user?.account ?? ""} readOnly hidden />
        {ownPasswordNames.map((name) => (
          <Field
            key={name}
            name={name}
            label={t(`ownPassword.fields.${name}`)}
            value={form[name]}
            missing={finding?.name === name ? t(finding.text) : undefined}
            input={{ name, type: "password", autoComplete: completions[name], maxLength: 256, autoFocus: name === "oldPassword" }}
            inputRef={(input) => {
              inputs.current[name] = input;
            }}
            onChange={(changed, value) => {
              setForm((old) => ({ ...old, [changed]: value }));
              setFinding(undefined);
            }}
          />
        ))}
        <p className="tm-own-password-hint">{t("ownPassword.hint")}</p>
        <SubmitButton isBusy={isBusy} label={t(isBusy ? "ownPassword.submitting" : "ownPassword.submit")} />
      </StandaloneForm>
    </main>
  );
}
