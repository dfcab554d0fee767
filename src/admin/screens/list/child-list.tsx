// The child list of a selected row: the same list as any other, limited to that row and writable as it permits.
import { use, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { screensOf } from "../../../schema/field.ts";
import { inLanguage, meets, type Language } from "../../../schema/text.ts";
import { isRecord, textOf, type Row } from "../../api/record.ts";
import { lookingOnly, useRights } from "../../access/use-rights.ts";
import { stillWanted } from "../../hooks/use-media.ts";
import { Icon } from "../../icons/icon.tsx";
import { rowTitle } from "../data/row-title.ts";
import { listName } from "../../screen-models/list-name.ts";
import type { ListViewModel } from "../../screen-models/view-models.ts";
import { useLocalListState } from "./list-url-state.ts";
import { loadList } from "../../screen-models/load.ts";
import { PagedList } from "./paged-list.tsx";
import { searchFields } from "../search/search-fields.ts";
import type { FixedFilter } from "../data/use-paged-data.ts";

type Details = NonNullable<ListViewModel["details"]>;

interface DetailsListProps {
  readonly master: ListViewModel;
  readonly details: Details;
  readonly row: Row;
  readonly language: Language;
  /** Leads back to the row above. */
  readonly onBack: () => void;
}

/** What every row below this one holds: its id, constants, values of this row. */
export function presetOf(master: Pick<ListViewModel, "key">, details: Details, row: Row): Row {
  const others = Object.entries(details.with ?? {}).map(
    ([name, value]) => [name, isRecord(value) ? row[textOf(value["field"])] : value] as const,
  );
  return { ...Object.fromEntries(others), [details.by]: textOf(row[master.key]) };
}

/** The filters that limit the list. Values of the parent row itself are implied by the limit. */
export function fixedOf(master: Pick<ListViewModel, "key">, details: Details, row: Row): readonly FixedFilter[] {
  const constants = Object.entries(details.with ?? {}).flatMap(([field, value]) =>
    isRecord(value) ? [] : [{ field, value: textOf(value) }],
  );
  return [{ field: details.by, value: textOf(row[master.key]) }, ...constants];
}

/** A list opened by a click on a row above begins below the viewport, and grows when its rows arrive: it comes to the top. */
function intoView(heading: HTMLElement | null): void {
  heading?.scrollIntoView({ block: "start", behavior: matchMedia(stillWanted).matches ? "auto" : "smooth" });
}

/** Columns that say of which row above these are: everybody sees that. */
function saidAbove(master: ListViewModel, details: Details, screen: ListViewModel): ReadonlySet<string> {
  const leadsBack = screen.fields.filter(({ leadsTo }) => leadsTo !== undefined && screensOf(leadsTo).includes(master.name));
  return new Set([details.by, ...Object.keys(details.with ?? {}), ...leadsBack.map(({ name }) => name)]);
}

export function ChildList(props: DetailsListProps) {
  const screen = use(loadList(props.details.resource));
  return screen === undefined ? null : <DetailsListOf {...props} screen={screen} />;
}

function DetailsListOf({ master, details, row, language, onBack, screen }: DetailsListProps & { readonly screen: ListViewModel }) {
  const { t } = useTranslation();
  const urlState = useLocalListState();
  const isWritable = details.writableWhen === undefined || meets(details.writableWhen, row);
  const preset = useMemo(() => presetOf(master, details, row), [master, details, row]);
  const fixed = useMemo(() => fixedOf(master, details, row), [master, details, row]);
  const own = useRights(screen);
  const rights = useMemo(() => (own === undefined || isWritable ? own : lookingOnly(own)), [own, isWritable]);
  const hidden = useMemo(() => saidAbove(master, details, screen), [master, details, screen]);
  const searched = useMemo(
    () => (rights === undefined ? [] : searchFields(screen, rights.isAdministrator, hidden)),
    [screen, rights, hidden],
  );
  if (rights === undefined) return null;
  const name = details.label === undefined ? listName(screen, language) : inLanguage(details.label, language);
  const heading = (
    <div className="tm-details-title" ref={intoView}>
      <h2>{t("details.of", { name, row: rowTitle(master, row) })}</h2>
      {!isWritable && <span className="tm-soft">{t("details.notWritable")}</span>}
      <button type="button" className="tm-link-button" onClick={onBack}>
        <Icon name="arrow-up" size={12} />
        {t("details.back")}
      </button>
    </div>
  );
  return (
    <PagedList
      screen={screen}
      rights={rights}
      urlState={urlState}
      searched={searched}
      language={language}
      fixed={fixed}
      {...(details.read === undefined ? {} : { read: details.read })}
      preset={preset}
      hidden={hidden}
      isInner
      heading={heading}
    />
  );
}
