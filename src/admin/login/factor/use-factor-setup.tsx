// Setting up an authenticator application: the QR code with its secret, a first code, and then the recovery codes.
import { QRCodeSVG } from "@rc-component/qrcode";
import { useCallback, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { failureOf } from "../../api/failure.ts";
import { SubmitButton } from "../submit-button.tsx";
import { begin, confirm, type AuthenticatorSetup } from "./factor-calls.ts";
import { useFirstCode, type FactorSetup } from "./use-first-code.tsx";

const qrSize = 176;

/**
 * `onDone` is called once the factor is set up and the recovery codes were seen. `given`: the secret, where it was asked for with proof of
 * another factor.
 */
export function useFactorSetup(onDone: () => void, given?: AuthenticatorSetup): FactorSetup {
  const { t } = useTranslation();
  const [started, setStarted] = useState(given);
  const { isBusy, isRefused, refuse, alert, field, check, setup } = useFirstCode({ required: t("factor.required.totp"), onDone });

  const start = useCallback(() => {
    refuse("");
    begin().then(setStarted, (error: unknown) => refuse(failureOf(error).message));
  }, [refuse]);
  useEffect(() => {
    if (given === undefined) start();
  }, [start, given]);

  return setup(
    <>
      {alert}
      <ol className="tm-factor-steps">
        <li>
          <p>{t("factor.scan")}</p>
          <div className="tm-factor-secret">
            {started === undefined ? (
              <span className="tm-factor-qr-place" aria-busy={!isRefused} />
            ) : (
              <QRCodeSVG value={started.address} level="M" marginSize={3} size={qrSize} role="img" aria-label={t("factor.qr")} />
            )}
            <p>
              {t("factor.bySecret")}
              <code>{started?.secret.match(/.{1,4}/g)?.join(" ")}</code>
            </p>
          </div>
        </li>
        <li>{field(t("factor.firstCode"), { isFirst: true })}</li>
      </ol>
      <SubmitButton
        isBusy={isBusy}
        label={t(isBusy ? "factor.submitting" : started === undefined && isRefused ? "factor.retry" : "factor.turnOn")}
      />
    </>,
    () => {
      if (started === undefined) start();
      else
        void check(
          (code) => confirm(started.ticket, code),
          ({ error }) => {
            // Too late for this secret: another one is shown.
            if (error === "setUpOver" && given === undefined) start();
          },
        );
    },
  );
}
