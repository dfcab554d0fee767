// Sign-in with accounts of other platforms, below the form of the sign-in page.
import { useTranslation } from "../../i18n/use-translation.ts";
import { base } from "../../api/transport.ts";
import { language } from "../../i18n/index.ts";
import { settings } from "../../browser/settings.ts";
import { storeReturnAddress } from "./oauth-callback.ts";

const { render } = settings.dialect.paths;

export function OtherPlatforms() {
  const { t } = useTranslation();
  if (settings.providers.length === 0) return null;
  return (
    <div className="login-others">
      <p>{t("login.others")}</p>
      {settings.providers.map(({ source, ...label }) => (
        // A link and not a form: the page's policy allows forms to this site only, and the redirect leaves it.
        <a
          key={source}
          href={`${base}${render}/${encodeURIComponent(source)}`}
          aria-label={t("login.with", { name: label[language()] })}
          onClick={storeReturnAddress}
        >
          {label[language()]}
        </a>
      ))}
    </div>
  );
}
