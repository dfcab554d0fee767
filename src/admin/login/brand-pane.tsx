// The decorative half of the sign-in page: the product's purpose, next to the chain of places that a code passes.
import { useTranslation } from "../i18n/use-translation.ts";
import { Mark } from "../ui/page/mark.tsx";

const points = ["production", "flow", "scan"] as const;

const pointPaths = {
  production: "M3 20h18M5 20V10l5 3.5V10l5 3.5V5h4v15M9 16.5h1M14 16.5h1",
  flow: "M2 6h11v11H2zM13 10h4.5l3.5 3.5V17h-8M6 19.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6ZM17 19.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z",
  scan: "M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M8 12.2l2.8 2.8L16 9.6",
} as const;

export function BrandPane() {
  const { t } = useTranslation();
  return (
    <section className="login-brand" aria-label={t("product")}>
      <div className="login-brand-name">
        <Mark size={36} />
        <span>{t("product")}</span>
      </div>
      <div className="login-brand-body">
        <p className="login-pitch">{t("login.pitch")}</p>
        <ul className="login-points">
          {points.map((point) => (
            <li key={point}>
              <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
                <path
                  d={pointPaths[point]}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.6"
                  strokeLinecap="round"
                  strokeLinejoin="round"
                />
              </svg>
              <span>
                <strong>{t(`login.points.${point}.title`)}</strong>
                <span>{t(`login.points.${point}.text`)}</span>
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className="login-slogan">{t("slogan")}</p>
    </section>
  );
}
