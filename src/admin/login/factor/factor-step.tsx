// The second step of signing in: the code of the authenticator application, or a recovery code.
import { use, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { addTexts } from "../../i18n/index.ts";
import type { FactorAsked } from "../factor-asked.ts";
import { Field } from "../field.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { complete } from "./factor-calls.ts";
import "./factor.css";

const texts = addTexts("factor");

interface FactorStepProps {
  readonly asked: FactorAsked;
  /** Called while the token is requested, so that the application can be loaded in parallel. */
  readonly onSubmit: () => void;
  /** The form of before takes its place, with this sentence; "" for none. */
  readonly onEnd: (sentence: string) => void;
}

/** Default export, because it is loaded lazily. */
export default function FactorStep({ asked, onSubmit, onEnd }: FactorStepProps) {
  use(texts);
  const { t } = useTranslation();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const kind = isRecovery ? "recovery" : "code";

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal("");
    if (code.trim() === "") {
      setMissing(t(`factor.required.${kind}`));
      input.current?.focus();
      return;
    }
    setBusy(true);
    onSubmit();
    const ended = await complete(asked, code);
    if (ended === undefined) return;
    setBusy(false);
    if (ended.isOver) {
      onEnd(ended.sentence);
      return;
    }
    setRefusal(ended.sentence);
    input.current?.focus();
    input.current?.select();
  };

  return (
    <form
      className="login-form"
      method="post"
      action="/login"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-labelledby="login-factor"
    >
      <h1 id="login-factor">{t("factor.title")}</h1>
      <p className="login-lead">{t(`factor.enter.${kind}`)}</p>
      {refusal !== "" && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      <Field
        key={kind}
        name="code"
        label={t(`factor.fields.${kind}`)}
        value={code}
        missing={missing}
        input={{
          name: "one-time-code",
          autoComplete: isRecovery ? "off" : "one-time-code",
          inputMode: isRecovery ? "text" : "numeric",
          maxLength: 20,
          autoFocus: true,
        }}
        inputRef={input}
        onChange={(_name, value) => {
          setCode(value);
          setMissing(undefined);
        }}
      />
      <SubmitButton isBusy={isBusy} label={t(isBusy ? "factor.submitting" : "factor.submit")} />
      <p className="tm-factor-ways">
        <button
          type="button"
          onClick={() => {
            setRecovery(!isRecovery);
            setCode("");
            setMissing(undefined);
            setRefusal("");
          }}
        >
          {t(isRecovery ? "factor.useCode" : "factor.useRecovery")}
        </button>
        <button type="button" onClick={() => onEnd("")}>
          {t("factor.back")}
        </button>
      </p>
    </form>
  );
}
