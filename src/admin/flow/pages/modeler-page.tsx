// The modeler as a page: /flow/flow-model/design for a new process, /flow/flow-model/design/{id} for a model.
import { useOne } from "@refinedev/core";
import { Skeleton } from "antd";
import { use, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Screen } from "../../../schema/screen.ts";
import { failureOf } from "../../api/failure.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
import { addTexts } from "../../i18n/index.ts";
import { FailureNote, Note } from "../../ui/states/list-notes.tsx";
import { useFetchRow } from "../../data/queries/current-row.ts";
import { DesignPage } from "../../screens/design-page.tsx";
import { usePageTitle } from "../../workspace/page-title.ts";
import { DiagramCanvas } from "../diagram/diagram-canvas.tsx";
import { newModel } from "../modeler/new-model.ts";
import { ModelEditor } from "./model-editor.tsx";
import "../diagram/diagram.css";
import "../modeler/modeler.css";

const texts = Promise.all([addTexts("modeler"), addTexts("process")]);
const nothing = {};
const noMarks = new Map<string, never>();

function StoredModel({ screen, id }: { readonly screen: Screen; readonly id: string }): ReactNode {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const { query } = useOne({ resource: screen.name, id, errorNotification: false, queryOptions: { staleTime: Infinity } });
  const [saved, setSaved] = useState<Row>();
  const loaded: Row | undefined = query.data?.data;
  // The row that the drawing began with: the query is read anew after a refused save, and its version would overwrite unasked.
  const created = useRef<Row>(undefined);
  created.current ??= loaded;
  const row = saved ?? created.current;
  // The drawing began with this text; what is saved later is already in it.
  const stored = textOf(row?.["xml"]);
  // Not into the query: what is drawn here goes on from the row that it began with until the person has chosen.
  const readBeside = useFetchRow();
  const readAnew = (): Promise<Row> => readBeside(screen.name, id);
  usePageTitle(row === undefined ? t("modeler.title") : t("modeler.titleOf", { name: textOf(row["name"]) }));
  if (query.error !== null)
    return <FailureNote title={t("modeler.failed")} message={failureOf(query.error).message} onRetry={() => void query.refetch()} />;
  if (loaded === undefined) return <Skeleton active paragraph={{ rows: 10 }} title={false} aria-label={t("modeler.loading")} />;
  if (textOf(loaded[screen.key]) === "") return <Note icon="search" title={t("modeler.noModel")} />;
  return (
    <>
      <h1>{textOf(row?.["name"])}</h1>
      {isNarrow ? (
        <>
          <p className="tm-soft">{t("modeler.narrow")}</p>
          <DiagramCanvas xml={stored} marks={noMarks} />
        </>
      ) : (
        <ModelEditor screen={screen} row={row} stored={stored} onSaved={setSaved} readAnew={readAnew} />
      )}
    </>
  );
}

function NewModel({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const [stored] = useState(() => newModel(`Process_${Math.random().toString(36).slice(2, 8)}`, t("modeler.newProcess")));
  usePageTitle(t("modeler.title"));
  return (
    <>
      <h1>{t("modeler.newProcess")}</h1>
      {isNarrow ? (
        <p className="tm-soft">{t("modeler.narrow")}</p>
      ) : (
        <ModelEditor screen={screen} row={undefined} stored={stored} onSaved={() => undefined} readAnew={() => Promise.resolve(nothing)} />
      )}
    </>
  );
}

/** Default export, because it is loaded lazily. */
export default function ModelerPage(): ReactNode {
  use(texts);
  const { t } = useTranslation();
  return (
    <DesignPage
      resource="flow-model"
      title={t("modeler.title")}
      className="tm-modeler-page"
      renderNew={(screen) => <NewModel screen={screen} />}
      renderStored={(screen, id) => <StoredModel key={id} screen={screen} id={id} />}
    />
  );
}
