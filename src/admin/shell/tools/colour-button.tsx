// The primary colour, chosen from the top bar: those of the themes, or any other (docs/specification.md §2).
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Pop } from "../../parts/pop.tsx";
import { changePrimary, useLook } from "../../theme/appearance.ts";
import { themeNames, themes } from "../../theme/themes.ts";
import "./tools.css";

const offered = [...new Set(themeNames.map((name) => themes[name].primary.toLowerCase()))];

function ColourPanel() {
  const { t } = useTranslation();
  const { theme, primary } = useLook();
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
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <button
        type="button"
        className="tm-icon-button tm-tool"
        aria-label={t("themes.primary")}
        title={t("themes.primary")}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor === undefined ? event.currentTarget : undefined)}
      >
        <span className="tm-colour-dot" />
      </button>
      {anchor !== undefined && (
        <Pop anchor={anchor} role="dialog" label={t("themes.primary")} onClose={() => setAnchor(undefined)}>
          <ColourPanel />
        </Pop>
      )}
    </>
  );
}
