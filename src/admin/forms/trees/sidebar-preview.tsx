// A preview of a user's sidebar, rendered by the shell's own menu.
import { useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { MenuItem } from "../../workspace/menu.ts";
import { SideMenu } from "../../workspace/side-menu/side-menu.tsx";

interface SidebarPreviewProps {
  readonly menu: readonly MenuItem[];
  /** The message where it is empty. */
  readonly nothing: string;
  /** Notes about it. */
  readonly note?: string | undefined;
}

function pagesOf(menu: readonly MenuItem[]): number {
  return menu.reduce((sum, { children }) => sum + (children.length === 0 ? 1 : pagesOf(children)), 0);
}

export function SidebarPreview({ menu, nothing, note }: SidebarPreviewProps): ReactNode {
  const { t } = useTranslation();
  const count = useMemo(() => pagesOf(menu), [menu]);
  return (
    <section className="tt-preview" aria-label={t("trees.preview")}>
      <h3>
        {t("trees.preview")} <small role="status">{t("trees.pages", { count })}</small>
      </h3>
      {note === undefined ? null : (
        <p className="tt-note" data-kind="warning">
          {note}
        </p>
      )}
      {/* It scrolls, so a keyboard must come to it. */}
      <div className="tm-side tt-side" tabIndex={0} role="group" aria-label={t("trees.preview")}>
        {menu.length === 0 ? <p className="tm-menu-none">{nothing}</p> : <SideMenu menu={menu} preview={t("trees.preview")} />}
      </div>
    </section>
  );
}
