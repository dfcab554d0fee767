// The button that has a code sent by text, beside the field that takes it; it waits until another one may be asked for.
import { useEffect, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { TextOutcome } from "./factor-calls.ts";

interface TextCode {
  /** Goes into the field. */
  readonly button: ReactNode;
  /** Below the field: that a text is on its way. */
  readonly notice: ReactNode;
}

interface TextCodeOptions {
  /** Has a text sent. */
  readonly send: () => Promise<TextOutcome>;
  /** Called with why none was sent; "" when another one is asked for. */
  readonly onRefused: (sentence: string, isOver: boolean) => void;
  /** Called once a text is on its way. */
  readonly onSent: () => void;
  /** Seconds to wait from the beginning, where a text was sent already. */
  readonly initialSeconds?: number;
}

const secondsUntil = (time: number): number => Math.max(0, Math.ceil((time - Date.now()) / 1000));

export function useTextCode({ send, onRefused, onSent, initialSeconds = 0 }: TextCodeOptions): TextCode {
  const { t } = useTranslation();
  const [openAt, setOpenAt] = useState(() => Date.now() + initialSeconds * 1000);
  const [left, setLeft] = useState(initialSeconds);
  const [isSent, setSent] = useState(initialSeconds > 0);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const count = () => setLeft(secondsUntil(openAt));
    count();
    // By the clock: timers of a page in the background are late.
    const timer = setInterval(count, 500);
    return () => clearInterval(timer);
  }, [openAt]);

  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    onRefused("", false);
    const outcome = await send();
    setBusy(false);
    if (outcome.seconds !== undefined) setOpenAt(Date.now() + outcome.seconds * 1000);
    if ("refusal" in outcome) {
      onRefused(outcome.refusal, outcome.isOver === true);
      return;
    }
    setSent(true);
    onSent();
  };

  const word = isBusy
    ? t("factor.sending")
    : left > 0
      ? t("factor.resendIn", { seconds: left })
      : t(isSent ? "factor.resend" : "factor.send");
  return {
    button: (
      <button type="button" className="tm-factor-send" disabled={isBusy || left > 0} onClick={() => void press()}>
        {word}
      </button>
    ),
    notice: (
      <p className="tm-factor-told" role="status">
        {isSent ? t("factor.sent") : ""}
      </p>
    ),
  };
}
