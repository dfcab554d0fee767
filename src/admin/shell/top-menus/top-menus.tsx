// The entries of the header: one is selected, and the sidebar shows its menus. In a row where space permits, otherwise in a list to choose
// from.
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { useMedia } from "../../ui/hooks/use-media.ts";
import "./top-menus.css";
import type { TopMenus } from "./use-top-menus.ts";

/** Minimum width for the entries in a row. */
const roomy = "(width >= 1360px)";
/** More than these are a list at any width. */
const maxInBar = 6;

type ChoiceProps = Pick<TopMenus, "entries" | "chosen" | "choose">;

/** For the drawer, and where there is no room. */
export function TopMenuSelect({ entries, chosen, choose }: ChoiceProps) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <select
      className="tm-top-menu-select"
      aria-label={t("topMenus.label")}
      value={chosen ?? ""}
      onChange={(event) => choose(event.target.value === "" ? undefined : event.target.value)}
    >
      <option value="">{t("topMenus.all")}</option>
      {entries.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function TopMenuBar(props: ChoiceProps) {
  const { t } = useTranslation();
  const { entries, chosen, choose } = props;
  const isRoomy = useMedia(roomy);
  if (entries.length === 0) return null;
  if (!isRoomy || entries.length > maxInBar) return <TopMenuSelect {...props} />;
  return (
    <div className="tm-top-menus" role="group" aria-label={t("topMenus.label")}>
      <button type="button" className="tm-top-menu" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        {t("topMenus.all")}
      </button>
      {entries.map(({ id, label, icon }) => (
        <button key={id} type="button" className="tm-top-menu" aria-pressed={id === chosen} title={label} onClick={() => choose(id)}>
          {icon !== "" && <Icon name={icon} size={15} />}
          <span>{label}</span>
        </button>
      ))}
    </div>
  );
}
