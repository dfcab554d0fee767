// The input for the characters of a picture; a click on the picture loads another one.
import { useTranslation } from "../i18n/use-translation.ts";
import { Field, type FieldProps } from "./field.tsx";
import type { CaptchaState } from "./use-captcha.ts";

type CaptchaFieldProps<Name extends string> = Omit<FieldProps<Name>, "label" | "input" | "children"> & CaptchaState;

export function CaptchaField<Name extends string>({ captcha, isMissing, renew, ...field }: CaptchaFieldProps<Name>) {
  const { t } = useTranslation();
  return (
    <Field {...field} label={t("login.captcha")} input={{ name: "captcha", autoComplete: "off", maxLength: 8 }}>
      <button type="button" className="login-captcha" aria-label={t("login.newCaptcha")} title={t("login.newCaptcha")} onClick={renew}>
        {captcha === undefined ? (
          <span>{isMissing ? t("login.captchaMissing") : ""}</span>
        ) : (
          <img src={captcha.image} alt={t("login.captchaPicture")} width="116" height="40" />
        )}
      </button>
    </Field>
  );
}
