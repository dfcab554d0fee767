// The sign-in page: tenant, account, password and captcha. Plain inputs, so that it is usable before antd is loaded.
import { lazy, Suspense, useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { sessionEnd } from "../api/session.ts";
import { settings } from "../browser/settings.ts";
import { BrandPane } from "./brand-pane.tsx";
import { CaptchaField } from "./captcha-field.tsx";
import type { FactorChallenge } from "./factor-challenge.ts";
import { Field } from "./field.tsx";
import "./login.css";
import { Mark } from "../ui/page/mark.tsx";
import { AppearanceButton, LanguageButton } from "../ui/page/preferences.tsx";
import { remembered, signIn, type Credentials } from "./sign-in.ts";
import { clearCallback, takeCallback } from "./social/oauth-callback.ts";
import { OtherPlatforms } from "./social/other-platforms.tsx";
import { useIdentityProviders } from "./social/use-identity-providers.ts";
import { useCaptcha } from "./use-captcha.ts";
import { SubmitButton } from "./submit-button.tsx";

const FactorStep = lazy(() => import("./factor/factor-step.tsx"));
const SocialReturn = lazy(() => import("./social/social-return.tsx"));

type Name = keyof Credentials;

const openEye = "M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7-10-7-10-7Zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z";
const closedEye =
  "M4 4l16 16M9.9 5.2A10 10 0 0 1 12 5c6.4 0 10 7 10 7a17 17 0 0 1-3.2 3.9M6.2 6.6C3.4 8.5 2 12 2 12s3.6 7 10 7a9.7 9.7 0 0 0 4.2-.9M9.9 9.9a3 3 0 0 0 4.2 4.2";

const order: readonly Name[] = settings.captcha ? ["tenantId", "account", "password", "captcha"] : ["tenantId", "account", "password"];

/** `onSubmit` is called while the token is requested, so that the application can be loaded in parallel. */
export function LoginPage({ onSubmit }: { readonly onSubmit: () => void }) {
  const { t } = useTranslation();
  const [stored] = useState(remembered);
  const [values, setValues] = useState<Credentials>({ ...stored, password: "", captcha: "" });
  const [missing, setMissing] = useState<ReadonlySet<Name>>(new Set());
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [isShown, setShown] = useState(false);
  const [challenge, setChallenge] = useState<FactorChallenge>();
  const [arrival, setArrival] = useState(takeCallback);
  const { captcha, isMissing, renew } = useCaptcha(settings.captcha);
  const identityProviders = useIdentityProviders(values.tenantId.trim());
  const [chosen, setChosen] = useState<string>();
  // Another tenant has other directories.
  const directory = identityProviders.find(({ source, isDirectory }) => isDirectory && source === chosen);
  const title = `${t("login.title")} · ${t("product")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const inputs = useRef<Partial<Record<Name, HTMLInputElement | null>>>({});

  const change = (name: Name, value: string) => {
    setValues((old) => ({ ...old, [name]: value }));
    setMissing((old) => new Set([...old].filter((other) => other !== name)));
  };
  const refOf = (name: Name) => (input: HTMLInputElement | null) => {
    inputs.current[name] = input;
  };
  const messageOf = (name: Name) => (missing.has(name) ? t(`login.required.${name}`) : undefined);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const empty = order.filter((name) => values[name].trim() === "");
    setMissing(new Set(empty));
    setRefusal("");
    const [first] = empty;
    if (first !== undefined) {
      inputs.current[first]?.focus();
      return;
    }
    setBusy(true);
    onSubmit();
    const outcome = await signIn(values, settings.captcha ? captcha : undefined, directory?.source);
    if (outcome === "") return;
    setBusy(false);
    change("captcha", "");
    renew();
    if (typeof outcome !== "string") {
      setChallenge(outcome);
      return;
    }
    setRefusal(outcome);
    inputs.current[settings.captcha ? "captcha" : "password"]?.focus();
  };

  const chooseDirectory = (source: string | undefined) => {
    setChosen(source);
    setRefusal("");
    change("password", "");
    inputs.current.account?.focus();
  };

  const endReturn = useCallback((sentence: string) => {
    clearCallback();
    setArrival(undefined);
    setRefusal(sentence);
  }, []);

  const endFactor = useCallback((sentence: string) => {
    setChallenge(undefined);
    setRefusal(sentence);
  }, []);

  const field = (name: Name) => ({ name, value: values[name], missing: messageOf(name), onChange: change, inputRef: refOf(name) });
  return (
    <div className="login">
      <BrandPane />
      <main className="login-pane">
        <div className="login-preferences">
          <span className="login-small-name">
            <Mark size={28} />
            <span>{t("product")}</span>
          </span>
          <LanguageButton />
          <AppearanceButton />
        </div>
        {arrival !== undefined && (
          <Suspense>
            <SocialReturn arrival={arrival} onSubmit={onSubmit} onEnd={endReturn} />
          </Suspense>
        )}
        {challenge !== undefined && (
          <Suspense>
            <FactorStep challenge={challenge} onSubmit={onSubmit} onEnd={endFactor} />
          </Suspense>
        )}
        <form
          className="login-form"
          hidden={arrival !== undefined || challenge !== undefined}
          method="post"
          action="/login"
          noValidate
          onSubmit={(event) => void submit(event)}
          aria-labelledby="login-title"
        >
          <h1 id="login-title">{t("login.welcome")}</h1>
          <p className="login-lead">{directory === undefined ? t("login.lead") : t("login.leadWith", { name: directory.name })}</p>
          {sessionEnd() === "expired" && refusal === "" && (
            <p className="login-notice" role="status">
              {t("failure.expired")}
            </p>
          )}
          {refusal !== "" && (
            <p className="login-refusal" role="alert">
              {refusal}
            </p>
          )}
          <Field
            {...field("tenantId")}
            label={t("login.tenant")}
            input={{ name: "tenant", autoComplete: "organization", inputMode: "numeric", maxLength: 12 }}
          />
          <Field
            {...field("account")}
            label={t("login.account")}
            input={{ name: "username", autoComplete: "username", maxLength: 64, autoFocus: stored.account === "" }}
          />
          <Field
            {...field("password")}
            label={t("login.password")}
            input={{
              name: "password",
              type: isShown ? "text" : "password",
              autoComplete: "current-password",
              maxLength: 256,
              autoFocus: stored.account !== "",
            }}
          >
            <button
              type="button"
              className="login-reveal"
              aria-pressed={isShown}
              aria-label={t(isShown ? "login.hidePassword" : "login.showPassword")}
              onClick={() => setShown(!isShown)}
            >
              <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
                <path
                  d={isShown ? openEye : closedEye}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
            </button>
          </Field>
          {settings.captcha && <CaptchaField {...field("captcha")} captcha={captcha} isMissing={isMissing} renew={renew} />}
          <SubmitButton isBusy={isBusy} label={t(isBusy ? "login.submitting" : "login.submit")} />
          <OtherPlatforms identityProviders={identityProviders} directory={directory} onDirectory={chooseDirectory} />
        </form>
      </main>
    </div>
  );
}
