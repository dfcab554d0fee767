// Setting up codes by text: a code is sent to one's own number and entered, and then the recovery codes are shown.
import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../api/failure.ts";
import { Field } from "../field.tsx";
import "../login.css";
import { SubmitButton } from "../submit-button.tsx";
import { beginText, confirmText, outcomeOfText, type BegunText } from "./factor-calls.ts";
import "./factor.css";
import { RecoveryCodes } from "./recovery-codes.tsx";
import type { FactorSetup } from "./use-factor-setup.tsx";
import { useTextCode } from "./use-text-code.tsx";

interface TextSetupOptions {
  /** One's own number, masked. */
  readonly phone: string;
  /** Where a first text was sent already. */
  readonly begun?: BegunText;
  /** Called once it is set up and the recovery codes were seen. */
  readonly onDone: () => void;
}

export function useTextSetup({ phone, begun: given, onDone }: TextSetupOptions): FactorSetup {
  const { t } = useTranslation();
  const [begun, setBegun] = useState(given);
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const text = useTextCode({
    send: () =>
      outcomeOfText(async () => {
        const next = await beginText({ ticket: begun?.ticket });
        setBegun(next);
        return next.seconds;
      }),
    onRefused: setRefusal,
    onSent: () => input.current?.focus(),
    ...(given === undefined ? {} : { initialSeconds: given.seconds }),
  });

  const check = async () => {
    if (begun === undefined) {
      setMissing(t("factor.sendFirst"));
      return;
    }
    if (code.trim() === "") {
      setMissing(t("factor.required.sms"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const recovery = await confirmText(begun.ticket, code);
      if (recovery.length === 0) onDone();
      else setCodes(recovery);
    } catch (error) {
      setRefusal(failureOf(error).message);
      input.current?.focus();
      input.current?.select();
    }
    setBusy(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal("");
    if (codes === undefined) void check();
    else onDone();
  };

  if (codes !== undefined)
    return {
      submit,
      content: (
        <>
          <RecoveryCodes codes={codes} />
          <SubmitButton isBusy={false} label={t("factor.saved")} />
        </>
      ),
    };
  return {
    submit,
    content: (
      <>
        {refusal !== "" && (
          <p className="login-refusal" role="alert">
            {refusal}
          </p>
        )}
        <p className="tm-factor-lead">{t("factor.textTo", { phone: begun?.phone ?? phone })}</p>
        <Field
          name="code"
          label={t("factor.fields.sms")}
          value={code}
          missing={missing}
          input={{ name: "one-time-code", autoComplete: "one-time-code", inputMode: "numeric", maxLength: 10 }}
          inputRef={input}
          onChange={(_name, value) => {
            setCode(value);
            setMissing(undefined);
          }}
        >
          {text.button}
        </Field>
        {text.told}
        <SubmitButton isBusy={isBusy} label={t(isBusy ? "factor.submitting" : "factor.turnOnTexts")} />
      </>
    ),
  };
}
