// The first page after signing in: a greeting, and the person's screens.
import { useTranslation } from "react-i18next";
import { Link } from "react-router-dom";
import { Icon } from "../icons/icon.tsx";
import { flatMenu, type MenuItem } from "../shell/menu.ts";
import { usePageTitle } from "../shell/page-title.ts";
import { useWorkspace } from "../shell/workspace.ts";
import "./pages.css";

function greeting(hour: number): "welcome.morning" | "welcome.afternoon" | "welcome.evening" {
  return hour < 12 ? "welcome.morning" : hour < 18 ? "welcome.afternoon" : "welcome.evening";
}

function Area({ area }: { readonly area: MenuItem }) {
  const screens = flatMenu(area.children.length === 0 ? [area] : area.children).filter((item) => item.path !== undefined);
  if (screens.length === 0) return null;
  return (
    <section className="tm-welcome-area" aria-label={area.label}>
      <h2>
        <Icon name={area.icon} size={18} />
        {area.label}
      </h2>
      <ul>
        {screens.map((screen) => (
          <li key={screen.key}>
            <Link to={screen.path ?? "/"}>
              <Icon name={screen.icon} size={16} />
              {screen.label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function WelcomePage() {
  const { t } = useTranslation();
  const { person, menu } = useWorkspace();
  usePageTitle("");
  return (
    <div className="tm-welcome">
      <h1>{t(greeting(new Date().getHours()), { name: person.user.name })}</h1>
      <p className="tm-soft">{t(menu.length === 0 ? "welcome.none" : "welcome.lead")}</p>
      <div className="tm-welcome-areas">
        {menu.map((area) => (
          <Area key={area.key} area={area} />
        ))}
      </div>
    </div>
  );
}
