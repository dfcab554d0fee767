// What is shown of a chosen row: its child list, and further rows that refer to it, beside the list, over it, or below it.
import { Suspense, useMemo, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { cellOf, renderedCell } from "../../../fields/cells.ts";
import { inLanguage, type Language } from "../../../schema/text.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useOpenScreens } from "../../access/use-rights.ts";
import { TabList } from "../../ui/panels/tab-list.tsx";
import { RowsSkeleton } from "../../ui/states/list-notes.tsx";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { RowState } from "../data/row-state.tsx";
import { rowTitle } from "../data/row-title.ts";
import { chosenLists, isWritable } from "../../data/screen-models/details.ts";
import { ChildList } from "./child-list.tsx";
import { LinesPane } from "./lines-pane.tsx";
import type { RowLines as Lines } from "./frame-props.ts";

interface RowLinesProps {
  readonly master: ListViewModel;
  readonly details: NonNullable<ListViewModel["details"]>;
  /** The person may read the rows that belong to the chosen one. */
  readonly hasDetails: boolean;
  readonly row: Row;
  readonly language: Language;
  readonly place: Lines["place"];
  /** Those of the row. */
  readonly buttons: ReactNode;
  readonly onClose: () => void;
}

/** What the definition shows of the row itself. */
function Facts({ master, row, language }: Pick<RowLinesProps, "master" | "row" | "language">): ReactNode {
  const fields = (master.details?.shows ?? []).flatMap((name) => master.fields.filter((field) => field.name === name));
  const rendered = fields.flatMap((field) => {
    const content = renderedCell(cellOf(field), { field, value: row[field.name], row, language });
    return content === null ? [] : [{ field, content }];
  });
  if (rendered.length === 0) return null;
  return (
    <dl className="tm-lines-facts">
      {rendered.map(({ field, content }) => (
        <div key={field.name}>
          <dt>{inLanguage(field.label, language)}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

const nothingOpen: ReadonlySet<string> = new Set();

/** Default export, because it is loaded lazily. */
export default function RowLines({ master, details, hasDetails, row, language, place, buttons, onClose }: RowLinesProps): ReactNode {
  const { t } = useTranslation();
  const chosen = useMemo(() => chosenLists(master), [master]);
  const related = useMemo(() => chosen.map(({ resource }) => resource), [chosen]);
  const open = useOpenScreens(related) ?? nothingOpen;
  const key = textOf(row[master.key]);
  const name = inLanguage((hasDetails ? details.label : undefined) ?? master.label, language);
  const title = t("details.of", { name, row: rowTitle(master, row) });
  const aside = (
    <>
      <RowState screen={master} row={row} language={language} />
      {hasDetails && !isWritable(details, row) && <span className="tm-soft">{t("details.notWritable")}</span>}
    </>
  );
  const own = hasDetails ? [{ ...details, label: details.label ?? master.label }] : [];
  const lists = [...own, ...chosen.filter(({ resource }) => open.has(resource))];
  const tabs = lists.map((one) => ({
    key: `${one.resource}.${one.by}`,
    label: inLanguage(one.label, language),
    content: (
      <Suspense fallback={<RowsSkeleton />}>
        <ChildList key={key} master={master} details={one} row={row} language={language} isPane={place !== "below"} />
      </Suspense>
    ),
  }));
  return (
    <LinesPane list={master.name} language={language} of={key} title={title} aside={aside} place={place} onClose={onClose}>
      {place !== "below" && buttons}
      <Facts master={master} row={row} language={language} />
      {related.length > 0 ? <TabList key={key} label={title} tabs={tabs} /> : tabs[0]?.content}
    </LinesPane>
  );
}
