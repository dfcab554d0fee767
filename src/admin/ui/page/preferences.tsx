// Language and appearance, as on every page: two small buttons.
import { useTranslation } from "../../i18n/use-translation.ts";
import { changeLanguage, language } from "../../i18n/index.ts";
import { changeAppearance, useAppearance } from "../theme/appearance.ts";

const sun =
  "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M4.2 4.2l1.5 1.5M18.3 18.3l1.5 1.5M2.5 12h2M19.5 12h2M4.2 19.8l1.5-1.5M18.3 5.7l1.5-1.5";
const moon = "M20 14.2A8.5 8.5 0 0 1 9.8 4a8.5 8.5 0 1 0 10.2 10.2Z";

/** The language is named in itself, so that users who cannot read the page find it. */
export function LanguageButton() {
  useTranslation();
  const other = language() === "zh" ? "en" : "zh";
  const name = other === "zh" ? "中文" : "English";
  return (
    <button type="button" className="tm-icon-button" lang={other === "zh" ? "zh-CN" : "en"} onClick={() => void changeLanguage(other)}>
      {name}
    </button>
  );
}

export function AppearanceButton() {
  const { t } = useTranslation();
  const isDark = useAppearance() === "dark";
  const label = t(isDark ? "theme.toLight" : "theme.toDark");
  return (
    <button
      type="button"
      className="tm-icon-button"
      aria-label={label}
      title={label}
      onClick={() => changeAppearance(isDark ? "light" : "dark")}
    >
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d={isDark ? sun : moon} fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
    </button>
  );
}
