// Setting up an authenticator application: the QR code with its secret, a first code, and then the recovery codes.
import { QRCodeSVG } from "@rc-component/qrcode";
import { useCallback, useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "../../api/failure.ts";
import { Field } from "../field.tsx";
import "../login.css";
import { SubmitButton } from "../submit-button.tsx";
import { begin, confirm, type Begun } from "./factor-calls.ts";
import "./factor.css";
import { RecoveryCodes } from "./recovery-codes.tsx";

const qrSize = 176;

/** Setting up a factor, as a form shows it. */
export interface FactorSetup {
  /** The fields of the form. */
  readonly content: ReactNode;
  /** Submits the form. */
  readonly submit: (event: FormEvent) => void;
}

/**
 * `onDone` is called once the factor is set up and the recovery codes were seen. `given`: the secret, where it was asked for with proof of
 * another factor.
 */
export function useFactorSetup(onDone: () => void, given?: Begun): FactorSetup {
  const { t } = useTranslation();
  const [begun, setBegun] = useState(given);
  const [codes, setCodes] = useState<readonly string[]>();
  const [code, setCode] = useState("");
  const [missing, setMissing] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const start = useCallback(() => {
    setRefusal("");
    begin().then(setBegun, (error: unknown) => setRefusal(failureOf(error).message));
  }, []);
  useEffect(() => {
    if (given === undefined) start();
  }, [start, given]);

  const check = async (ticket: string) => {
    if (code.trim() === "") {
      setMissing(t("factor.required.totp"));
      input.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const recovery = await confirm(ticket, code);
      if (recovery.length === 0) onDone();
      else setCodes(recovery);
    } catch (error) {
      const failure = failureOf(error);
      setRefusal(failure.message);
      // Too late for this secret: another one is shown.
      if (failure.error === "setUpOver" && given === undefined) start();
      input.current?.focus();
      input.current?.select();
    }
    setBusy(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setRefusal("");
    if (codes !== undefined) onDone();
    else if (begun === undefined) start();
    else void check(begun.ticket);
  };

  const alert = refusal !== "" && (
    <p className="login-refusal" role="alert">
      {refusal}
    </p>
  );
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
        {alert}
        <ol className="tm-factor-steps">
          <li>
            <p>{t("factor.scan")}</p>
            <div className="tm-factor-secret">
              {begun === undefined ? (
                <span className="tm-factor-qr-place" aria-busy={refusal === ""} />
              ) : (
                <QRCodeSVG value={begun.address} level="M" marginSize={3} size={qrSize} role="img" aria-label={t("factor.qr")} />
              )}
              <p>
                {t("factor.bySecret")}
                <code>{begun?.secret.match(/.{1,4}/g)?.join(" ")}</code>
              </p>
            </div>
          </li>
          <li>
            <Field
              name="code"
              label={t("factor.firstCode")}
              value={code}
              missing={missing}
              input={{ name: "one-time-code", autoComplete: "one-time-code", inputMode: "numeric", maxLength: 10, autoFocus: true }}
              inputRef={input}
              onChange={(_name, value) => {
                setCode(value);
                setMissing(undefined);
              }}
            />
          </li>
        </ol>
        <SubmitButton
          isBusy={isBusy}
          label={t(isBusy ? "factor.submitting" : begun === undefined && refusal !== "" ? "factor.retry" : "factor.turnOn")}
        />
      </>
    ),
  };
}
