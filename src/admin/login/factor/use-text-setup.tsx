// Setting up codes by text: a code is sent to one's own number and entered, and then the recovery codes are shown.
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { SubmitButton } from "../submit-button.tsx";
import { beginText, confirmText, outcomeOfText, type TextChallenge } from "./factor-calls.ts";
import { useFirstCode, type FactorSetup } from "./use-first-code.tsx";
import { useTextCode } from "./use-text-code.tsx";

interface TextSetupOptions {
  /** One's own number, masked. */
  readonly phone: string;
  /** Where a first text was sent already. */
  readonly started?: TextChallenge;
  /** Called once it is set up and the recovery codes were seen. */
  readonly onDone: () => void;
}

export function useTextSetup({ phone, started: given, onDone }: TextSetupOptions): FactorSetup {
  const { t } = useTranslation();
  const [started, setStarted] = useState(given);
  const { isBusy, input, refuse, setMissing, alert, field, check, setup } = useFirstCode({ required: t("factor.required.sms"), onDone });
  const text = useTextCode({
    send: () =>
      outcomeOfText(async () => {
        const next = await beginText({ ticket: started?.ticket });
        setStarted(next);
        return next.seconds;
      }),
    onRefused: refuse,
    onSent: () => input.current?.focus(),
    ...(given === undefined ? {} : { initialSeconds: given.seconds }),
  });
  return setup(
    <>
      {alert}
      <p className="tm-factor-lead">{t("factor.textTo", { phone: started?.phone ?? phone })}</p>
      {field(t("factor.fields.sms"), { beside: text.button })}
      {text.notice}
      <SubmitButton isBusy={isBusy} label={t(isBusy ? "factor.submitting" : "factor.turnOnTexts")} />
    </>,
    () => {
      if (started === undefined) setMissing(t("factor.sendFirst"));
      else void check((code) => confirmText(started.ticket, code));
    },
  );
}
