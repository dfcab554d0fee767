// Beside a proposal: what is wrong with it, how its screens would look, its file.
import { Alert, Skeleton } from "antd";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { PreviewAnswer } from "./answers.ts";
import { ScreenPreview } from "./screen-preview.tsx";
import type { ProposalPreview } from "./use-preview.ts";

interface PreviewSideProps extends ProposalPreview {
  readonly errors: PreviewAnswer["findings"];
}

export function PreviewSide({ preview, failure, isBusy, edition, errors }: PreviewSideProps) {
  const { t } = useTranslation();
  const general = errors.filter(({ place }) => place[0] !== "fields");
  return (
    <div className="tp-side">
      <section className="tm-card" aria-label={t("proposal.findings")} aria-live="polite" aria-busy={isBusy}>
        <h2>{t("proposal.findings")}</h2>
        {failure !== undefined ? (
          <Alert type="error" showIcon message={failure} />
        ) : preview === undefined ? (
          <Skeleton active title={false} paragraph={{ rows: 1 }} aria-label={t("proposal.busy")} />
        ) : errors.length === 0 ? (
          <Alert type="success" showIcon message={t("proposal.noFindings")} />
        ) : (
          <ul className="tp-notes">
            {[...general, ...errors.filter((one) => !general.includes(one))].map(({ code, message }) => (
              <li key={code + message.problem} className="tp-error" lang="en">
                {message.problem}. {message.remedy}
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="tm-card" aria-label={t("proposal.preview")}>
        <h2>{t("proposal.preview")}</h2>
        {preview?.screen === undefined ? <Skeleton active /> : <ScreenPreview screen={preview.screen} edition={edition} />}
      </section>
      <section className="tm-card" aria-label={t("proposal.source")}>
        <h2>
          {t("proposal.source")} <code>{preview?.file}</code>
        </h2>
        {/* It scrolls, so that the keyboard must reach it. */}
        <pre className="tp-code" tabIndex={0} aria-label={t("proposal.source")}>
          {preview?.source}
        </pre>
      </section>
    </div>
  );
}
