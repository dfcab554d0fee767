// The second step of signing in: a code of the authenticator application, one that comes by text, or a recovery code.
import { use, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { addTexts } from "../../i18n/index.ts";
import type { FactorChallenge } from "../factor-challenge.ts";
import { Field } from "../field.tsx";
import { SubmitButton } from "../submit-button.tsx";
import { complete, sendSignInText } from "./factor-calls.ts";
import "./factor.css";
import { useTextCode } from "./use-text-code.tsx";

const texts = addTexts("factor");

interface FactorStepProps {
  readonly challenge: FactorChallenge;
  /** Called while the token is requested, so that the application can be loaded in parallel. */
  readonly onSubmit: () => void;
  /** The form of before takes its place, with this sentence; "" for none. */
  readonly onEnd: (sentence: string) => void;
}

const ways = ["totp", "sms", "recovery"] as const;
type Way = (typeof ways)[number];

/** Default export, because it is loaded lazily. */
export default function FactorStep({ challenge, onSubmit, onEnd }: FactorStepProps) {
  use(texts);
  const { t } = useTranslation();
  const offered = ways.filter((way) => way === "recovery" || challenge.methods.includes(way));
  const [way, setWay] = useState<Way>(offered[0] ?? "recovery");
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = useTextCode({
    send: () => sendSignInText(challenge),
    onRefused: (sentence, isOver) => {
      if (isOver) onEnd(sentence);
      else setRefusal(sentence);
    },
    onSent: () => input.current?.focus(),
  });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal("");
    if (code.trim() === "") {
      setMissing(t(`factor.required.${way}`));
      input.current?.focus();
      return;
    }
    setBusy(true);
    onSubmit();
    const ended = await complete(challenge, code, way === "recovery" ? undefined : way);
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

  const choose = (next: Way) => {
    setWay(next);
    setCode("");
    setMissing(undefined);
    setRefusal("");
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
      <p className="login-lead">{t(`factor.enter.${way}`)}</p>
      {challenge.smsRefusal !== "" && (
        <p className="login-notice" role="status">
          {t("factor.noTexts", { reason: challenge.smsRefusal })}
        </p>
      )}
      {refusal !== "" && (
        <p className="login-refusal" role="alert">
          {refusal}
        </p>
      )}
      <Field
        key={way}
        name="code"
        label={t(`factor.fields.${way}`)}
        value={code}
        missing={missing}
        input={{
          name: "one-time-code",
          autoComplete: way === "recovery" ? "off" : "one-time-code",
          inputMode: way === "recovery" ? "text" : "numeric",
          maxLength: 20,
          autoFocus: true,
        }}
        inputRef={input}
        onChange={(_name, value) => {
          setCode(value);
          setMissing(undefined);
        }}
      >
        {way === "sms" && text.button}
      </Field>
      {way === "sms" && text.notice}
      <SubmitButton isBusy={isBusy} label={t(isBusy ? "factor.submitting" : "factor.submit")} />
      <p className="tm-factor-ways">
        {offered
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" onClick={() => choose(other)}>
              {t(`factor.use.${other}`)}
            </button>
          ))}
        <button type="button" onClick={() => onEnd("")}>
          {t("factor.back")}
        </button>
      </p>
    </form>
  );
}
