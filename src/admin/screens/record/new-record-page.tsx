// The page on which a new record is entered: a document, head and lines in one form.
import { Suspense, use, useId, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { inLanguage } from "../../../schema/text.ts";
import { isRecord, type Row } from "../../api/wire-data.ts";
import { trackSettled } from "../../browser/settled-promise.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { lowerFirstLetter } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { RecordEditing } from "../../forms/index.tsx";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { Breadcrumbs } from "../../workspace/breadcrumbs.tsx";
import { usePageTitle } from "../../workspace/page-title.ts";
import { addressBelow } from "../../workspace/record-address.ts";
import { closeTabs } from "../../workspace/tab-store.ts";
import "../screens.css";
import "./record.css";

const texts = trackSettled(addTexts("record"));

export interface NewRecordPageProps {
  readonly screen: ListViewModel;
  /** The address of its list. */
  readonly list: string;
  readonly isAdministrator: boolean;
  /** The person may open records. */
  readonly mayView: boolean;
}

/** What the list suggested, in the entry of the history that it made. */
const suggestionIn = (state: unknown): Row => (isRecord(state) && isRecord(state["suggestion"]) ? state["suggestion"] : {});

export function NewRecordPage({ screen, list, isAdministrator, mayView }: NewRecordPageProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const language = pageLanguage();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const titleId = useId();
  const whole = use(loadScreen(screen.name));
  const label = inLanguage(screen.label, language);
  const title = t("record.newTitle", { name: language === "en" ? lowerFirstLetter(label) : label });
  usePageTitle(title);
  if (whole === undefined) return null;
  const leave = (address: string) => {
    void navigate(address, { replace: true });
    closeTabs(new Set([pathname]));
  };
  return (
    <article className="tm-record" aria-labelledby={titleId}>
      <header className="tm-record-head tm-card">
        <div className="tm-record-place">
          <Breadcrumbs title={title} />
        </div>
        <div className="tm-record-line">
          <div className="tm-record-name">
            <h1 id={titleId}>{title}</h1>
          </div>
        </div>
      </header>
      <div className="tm-record-grid">
        <div className="tm-record-main">
          <div className="tm-card tm-record-fields">
            <Suspense fallback={<RowsSkeleton />}>
              <RecordEditing
                screen={whole}
                record={undefined}
                suggestion={suggestionIn(state)}
                isAdministrator={isAdministrator}
                onSaved={(key, isLast, isInPart) => {
                  if (isLast)
                    leave(key === undefined || !mayView ? list : addressBelow(list, key) + (isInPart === true ? "?mode=edit" : ""));
                }}
                onCancel={() => leave(list)}
              />
            </Suspense>
          </div>
        </div>
      </div>
    </article>
  );
}
