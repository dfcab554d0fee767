// The diagram of a process as a page: /flow/diagram?processInstanceId= or ?processDefinitionId=.
import { use } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useSearchParams } from "react-router-dom";
import { diagramOf } from "../diagram/diagram-of.ts";
import { ProcessDiagram } from "../diagram/process-diagram.tsx";
import { addTexts } from "../../i18n/index.ts";
import { Breadcrumbs } from "../../workspace/breadcrumbs.tsx";
import { usePageTitle } from "../../workspace/page-title.ts";
import { NotFoundPage } from "../../ui/states/not-found.ts";

const texts = addTexts("process");

/** Default export, because it is loaded lazily. */
export default function DiagramPage() {
  use(texts);
  const { t } = useTranslation();
  const [search] = useSearchParams();
  usePageTitle(t("process.title"));
  const of = diagramOf({ processInstanceId: search.get("processInstanceId"), processDefinitionId: search.get("processDefinitionId") });
  if (of === undefined) return <NotFoundPage />;
  return (
    <section className="tm-card tm-diagram-page" aria-labelledby="diagram-title">
      <Breadcrumbs title={t("process.title")} />
      <h1 id="diagram-title">{t("process.title")}</h1>
      <ProcessDiagram of={of} />
    </section>
  );
}
