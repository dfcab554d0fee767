// The rows that belong to a record, over the whole width of its page; and those of other resources that refer to it, a tab for each list.
import { Suspense, use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { groupDigits } from "../../../fields/digits.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useOpenScreens } from "../../access/use-rights.ts";
import { loadList } from "../../data/screen-models/load.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useNear } from "../../ui/hooks/use-near.ts";
import { TabList } from "../../ui/panels/tab-list.tsx";
import { PrintedLines } from "./printed-lines.tsx";
import { RowsSkeleton } from "../../ui/states/list-notes.tsx";
import { flatRows } from "../data/list-data.ts";
import { usePagedData } from "../data/use-paged-data.ts";
import { fixedOf, isWritable, type Details } from "../../data/screen-models/details.ts";
import { ChildList } from "../list/child-list.tsx";
import { firstPage } from "../search/list-query.ts";
import { hiddenField } from "../../api/failure.ts";

interface BelowProps {
  readonly screen: ListViewModel;
  readonly record: Row;
  readonly language: Language;
}

/** The lines of a document are read together. */
const linesOfPage = 100;

interface LinesProps extends BelowProps {
  readonly details: Details;
  readonly isAdministrator: boolean;
}

function LinesOnPaper({ details, ...props }: LinesProps & { readonly part: RefObject<HTMLElement | null> }): ReactNode {
  const lines = use(loadList(details.resource));
  return lines === undefined ? null : <PrintedLines {...props} details={details} lines={lines} />;
}

export function RecordLines({ screen, details, record, language, isAdministrator }: LinesProps): ReactNode {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const name = inLanguage(details.label ?? screen.label, language);
  return (
    <section ref={section} className="tm-record-lines" aria-label={name}>
      <header className="tm-record-section">
        <h2>{name}</h2>
        {!isWritable(details, record) && <span className="tm-soft">{t("details.notWritable")}</span>}
      </header>
      <Suspense fallback={<RowsSkeleton />}>
        <LinesOnPaper {...{ screen, details, record, language, isAdministrator }} part={section} />
        <ChildList master={screen} details={details} row={record} language={language} isPane={false} size={linesOfPage} />
      </Suspense>
    </section>
  );
}

const nothingSearched: readonly never[] = [];
const one = { ...firstPage, size: 1 };

interface CountProps {
  readonly screen: ListViewModel;
  readonly details: Details;
  readonly record: Row;
  /** The reader may not search the list by what refers to the record. */
  readonly onHidden: (details: Details) => void;
}

/** How many rows a list has, asked of the list itself with a page of one row. */
function Count({ screen, details, record, onHidden, of }: CountProps & { readonly of: ListViewModel }): ReactNode {
  const fixed = useMemo(() => fixedOf(screen, details, record), [screen, details, record]);
  const { rows, total, isPaged, isLoading, failure } = usePagedData({
    screen: of,
    query: one,
    searched: nothingSearched,
    fixed,
    read: details.read,
  });
  const isHidden = failure?.error === hiddenField;
  useEffect(() => {
    if (isHidden) onHidden(details);
  }, [isHidden, onHidden, details]);
  if (isLoading || failure !== undefined) return null;
  return <span className="tm-record-count">{groupDigits(String(isPaged ? total : flatRows(rows).length))}</span>;
}

function LoadedCount(props: CountProps): ReactNode {
  const target = use(loadList(props.details.resource));
  return target === undefined ? null : <Count {...props} of={target} />;
}

const nothingOpen: ReadonlySet<string> = new Set();
const keyOf = ({ resource, by }: Details): string => `${resource}.${by}`;

export function RelatedRows({ screen, record, language }: BelowProps): ReactNode {
  const { t } = useTranslation();
  const related = useMemo(() => screen.related ?? [], [screen]);
  const open = useOpenScreens(useMemo(() => related.map(({ resource }) => resource), [related])) ?? nothingOpen;
  const section = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const hide = useCallback((details: Details) => setHidden((old) => new Set(old).add(keyOf(details))), []);
  const shown = related.filter((details) => open.has(details.resource) && !hidden.has(keyOf(details)));
  // The lists of a record that many others refer to are some ten requests: most people have read what they came for above them.
  const isNear = useNear(section, shown.length > 0);
  if (shown.length === 0) return null;
  const tabs = shown.map((details) => ({
    key: keyOf(details),
    label: (
      <>
        {inLanguage(details.label, language)}{" "}
        {isNear && (
          <Suspense fallback={null}>
            <LoadedCount screen={screen} details={details} record={record} onHidden={hide} />
          </Suspense>
        )}
      </>
    ),
    content: isNear ? (
      <Suspense fallback={<RowsSkeleton />}>
        <ChildList master={screen} details={details} row={record} language={language} isPane={false} />
      </Suspense>
    ) : (
      <RowsSkeleton />
    ),
  }));
  return (
    <section ref={section} className="tm-record-related tm-card" aria-label={t("record.related")}>
      <TabList key={textOf(record[screen.key])} label={t("record.related")} tabs={tabs} />
    </section>
  );
}
