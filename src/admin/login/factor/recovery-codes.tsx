// Recovery codes, which are shown once: to be copied, or kept as a file.
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";

export function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState("");
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t("factor.copied")),
      () => setOutcome(t("factor.notCopied")),
    );
  return (
    <>
      <p className="tm-factor-warning">{t("factor.keepCodes")}</p>
      <ul className="tm-factor-codes" aria-label={t("factor.recoveryCodes")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="tm-factor-ways">
        <button type="button" onClick={() => void copy()}>
          {t("factor.copy")}
        </button>
        <a href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="tracemark-recovery-codes.txt">
          {t("factor.download")}
        </a>
        <span role="status">{outcome}</span>
      </p>
    </>
  );
}
