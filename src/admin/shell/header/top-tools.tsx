// What one can set up from the top bar: error log, full screen, theme, language, light or dark. On a narrow page they are a menu.
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { changeLanguage, language } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { AppearanceButton, LanguageButton } from "../../ui/page/preferences.tsx";
import { badgeText, useLog } from "../../log/use-log.ts";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
import { changeAppearance, useAppearance } from "../../ui/theme/appearance.ts";
import { PopButton } from "../../ui/panels/pop-button.tsx";
import { PopMenu, type PopItem } from "../../ui/panels/pop.tsx";
import { ColourButton } from "../appearance/colour-button.tsx";
import { canFullScreen, toggleFullScreen, useFullScreen } from "./full-screen.ts";
import { PartBoundary } from "../../ui/states/part-boundary.tsx";
import { ReloadOffer } from "../connection/reload-offer.tsx";
import "./tools.css";

const LogDialog = lazy(() => import("../log/log-dialog.tsx"));
const ThemeDialog = lazy(() => import("../appearance/theme-dialog.tsx"));

interface Tool {
  readonly key: string;
  readonly label: string;
  readonly icon: string;
  readonly badge?: string;
  readonly run: () => void;
}

function ToolButton({ tool }: { readonly tool: Tool }) {
  return (
    <button type="button" className="tm-icon-button tm-tool" aria-label={tool.label} title={tool.label} onClick={tool.run}>
      <Icon name={tool.icon} size={17} />
      {tool.badge !== undefined && tool.badge !== "" && <span className="tm-badge" data-text={tool.badge} />}
    </button>
  );
}

/** The tools in one menu, for pages that have no room for a row of buttons. */
function ToolMenu({ tools }: { readonly tools: readonly Tool[] }) {
  const { t } = useTranslation();
  const isDark = useAppearance() === "dark";
  const all: readonly Tool[] = [
    ...tools,
    {
      key: "language",
      label: language() === "zh" ? "English" : "中文",
      icon: "translation",
      run: () => void changeLanguage(language() === "zh" ? "en" : "zh"),
    },
    {
      key: "appearance",
      label: t(isDark ? "theme.toLight" : "theme.toDark"),
      icon: isDark ? "sun" : "moon",
      run: () => changeAppearance(isDark ? "light" : "dark"),
    },
  ];
  const items = all.map(({ key, label, icon }): PopItem => ({ key, label, icon }));
  const label = t("tools.more");
  return (
    <PopButton label={label} opens="menu" face={<Icon name="ellipsis" size={18} />}>
      {(anchor, close) => (
        <PopMenu
          anchor={anchor}
          label={label}
          items={items}
          onPick={(picked) => all.find(({ key }) => key === picked)?.run()}
          onClose={close}
        />
      )}
    </PopButton>
  );
}

export function TopTools() {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const isFull = useFullScreen();
  const count = useLog().length;
  const [dialog, setDialog] = useState<"log" | "theme">();
  const close = () => setDialog(undefined);
  const tools: readonly Tool[] = [
    { key: "log", label: t("tools.log", { count }), icon: "bug", badge: badgeText(count), run: () => setDialog("log") },
    ...(canFullScreen()
      ? [
          {
            key: "full",
            label: t(isFull ? "tools.leaveFullScreen" : "tools.fullScreen"),
            icon: "fullscreen",
            run: () => void toggleFullScreen(),
          },
        ]
      : []),
    { key: "theme", label: t("tools.theme"), icon: "skin", run: () => setDialog("theme") },
  ];
  return (
    <>
      {isNarrow ? (
        <ToolMenu tools={tools} />
      ) : (
        <>
          {tools.map((tool) => (
            <ToolButton key={tool.key} tool={tool} />
          ))}
          <ColourButton />
          <LanguageButton />
          <AppearanceButton />
        </>
      )}
      <PartBoundary>
        <Suspense fallback={null}>
          {dialog === "log" && <LogDialog onClose={close} />}
          {dialog === "theme" && <ThemeDialog onClose={close} />}
        </Suspense>
      </PartBoundary>
      <ReloadOffer />
    </>
  );
}
