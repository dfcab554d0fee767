// Sign-in with accounts of other platforms and of the identity providers of the tenant, below the form of the sign-in page.
import { useTranslation } from "../../i18n/use-translation.ts";
import { base } from "../../api/transport.ts";
import { language } from "../../i18n/index.ts";
import { settings } from "../../browser/settings.ts";
import { storeReturnAddress } from "./oauth-callback.ts";
import type { IdentityProvider } from "./use-identity-providers.ts";

const { render } = settings.dialect.paths;

interface OtherPlatformsProps {
  readonly identityProviders: readonly IdentityProvider[];
  /** The directory whose account and password the form asks for; undefined: it asks for those of this system. */
  readonly directory: IdentityProvider | undefined;
  readonly onDirectory: (source: string | undefined) => void;
}

export function OtherPlatforms({ identityProviders, directory, onDirectory }: OtherPlatformsProps) {
  const { t } = useTranslation();
  const platforms = [
    ...identityProviders.filter(({ isDirectory }) => !isDirectory),
    ...settings.providers.map(({ source, ...label }) => ({ source, name: label[language()] })),
  ];
  const directories = identityProviders.filter((one) => one.isDirectory && one !== directory);
  if (platforms.length === 0 && directories.length === 0 && directory === undefined) return null;
  return (
    <div className="login-others">
      <p>{t("login.others")}</p>
      {directory !== undefined && (
        <button type="button" aria-label={t("login.with", { name: t("login.ownAccount") })} onClick={() => onDirectory(undefined)}>
          {t("login.ownAccount")}
        </button>
      )}
      {directories.map(({ source, name }) => (
        <button key={source} type="button" aria-label={t("login.with", { name })} onClick={() => onDirectory(source)}>
          {name}
        </button>
      ))}
      {platforms.map(({ source, name }) => (
        // A link and not a form: the page's policy allows forms to this site only, and the redirect leaves it.
        <a
          key={source}
          href={`${base}${render}/${encodeURIComponent(source)}`}
          aria-label={t("login.with", { name })}
          onClick={storeReturnAddress}
        >
          {name}
        </a>
      ))}
    </div>
  );
}
