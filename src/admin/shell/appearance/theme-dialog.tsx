// The theme chooser: the eleven themes as small previews, and a custom primary colour. Each choice applies at once.
import { Button, ColorPicker, Modal } from "antd";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { changePrimary, changeTheme, useThemeSettings } from "../../ui/theme/appearance.ts";
import { palettesOf } from "../../ui/theme/palette.ts";
import { themeNames, themes, type ThemeName } from "../../ui/theme/themes.ts";
import "../header/tools.css";

/** Bars, page and a card of a theme. */
function ThemePicture({ name }: { readonly name: ThemeName }) {
  const { page, top, side } = useMemo(() => palettesOf(themes[name], undefined), [name]);
  const stroke = (colour: string, width: string) => <i style={{ background: colour, width }} />;
  return (
    <span className="tm-theme-picture" aria-hidden="true">
      <span style={{ background: top.surface, padding: "5px 6px", borderBottom: `1px solid ${top.line}` }}>{stroke(top.text, "26px")}</span>
      <span style={{ background: side.surface, borderRight: `1px solid ${side.line}` }}>
        {stroke(side.textSoft, "100%")}
        {stroke(side.primarySoft === side.surface ? side.primary : side.primarySoft, "100%")}
        {stroke(side.textSoft, "70%")}
      </span>
      <span style={{ background: page.page }}>
        {stroke(page.primary, "40%")}
        {stroke(page.textFaint, "85%")}
        {stroke(page.lineStrong, "60%")}
      </span>
    </span>
  );
}

export default function ThemeDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { theme, primary } = useThemeSettings();
  const shown = primary ?? themes[theme].primary;
  // It opens at once: a dialog still on its way would not hear Esc.
  return (
    <Modal open transitionName="" maskTransitionName="" width={720} title={t("themes.title")} footer={null} onCancel={onClose}>
      <fieldset className="tm-themes" aria-label={t("themes.title")}>
        {themeNames.map((name) => (
          <label key={name} className="tm-theme">
            <input type="radio" name="theme" value={name} checked={name === theme} onChange={() => changeTheme(name)} />
            <ThemePicture name={name} />
            <span className="tm-theme-name">{t(`themes.names.${name}`)}</span>
          </label>
        ))}
      </fieldset>
      <div className="tm-theme-primary">
        <span>{t("themes.primary")}</span>
        <ColorPicker value={shown} disabledAlpha format="hex" onChangeComplete={(next) => changePrimary(next.toHexString().slice(0, 7))}>
          <button type="button" className="tm-theme-colour" aria-haspopup="dialog" aria-label={`${t("themes.primary")} ${shown}`}>
            <span style={{ background: shown }} />
            <span>{shown}</span>
          </button>
        </ColorPicker>
        <Button type="link" disabled={primary === undefined} onClick={() => changePrimary(undefined)}>
          {t("themes.ownPrimary")}
        </Button>
      </div>
      <p className="tm-theme-hint">{t("themes.hint")}</p>
    </Modal>
  );
}
