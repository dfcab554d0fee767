// The primary colour, chosen from the top bar: those of the themes, or any other (docs/specification.md §2).
import { useTranslation } from "../../i18n/use-translation.ts";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { Pop } from "../../ui/panels/pop.tsx";
import { changePrimary, useThemeSettings } from "../../ui/theme/appearance.ts";
import { themeNames, themes } from "../../ui/theme/themes.ts";
import "../header/tools.css";

const offered = [...new Set(themeNames.map((name) => themes[name].primary.toLowerCase()))];

function ColourPanel() {
  const { t } = useTranslation();
  const { theme, primary } = useThemeSettings();
  const shown = (primary ?? themes[theme].primary).toLowerCase();
  return (
    <div className="tm-colours">
      <fieldset aria-label={t("themes.primary")}>
        {offered.map((colour) => (
          <label key={colour} title={colour}>
            <input
              type="radio"
              name="primary"
              value={colour}
              aria-label={colour}
              checked={colour === shown}
              onChange={() => changePrimary(colour)}
            />
            <span style={{ background: colour }} />
          </label>
        ))}
      </fieldset>
      <label className="tm-colours-other">
        {t("themes.other")}
        <input type="color" value={shown} onChange={(event) => changePrimary(event.target.value)} />
      </label>
      <button type="button" className="tm-link-button" disabled={primary === undefined} onClick={() => changePrimary(undefined)}>
        {t("themes.ownPrimary")}
      </button>
    </div>
  );
}

export function ColourButton() {
  const { t } = useTranslation();
  const label = t("themes.primary");
  return (
    <PopButton label={label} opens="dialog" className="tm-icon-button tm-tool" face={<span className="tm-colour-dot" />}>
      {(anchor, close) => (
        <Pop anchor={anchor} role="dialog" label={label} onClose={close}>
          <ColourPanel />
        </Pop>
      )}
    </PopButton>
  );
}
