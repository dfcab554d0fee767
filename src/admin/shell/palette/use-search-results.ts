// Rows that bear what was typed into the palette: asked of the server once for each pause in typing, all resources together, and shown as
// their lists show them.
import { useEffect, useState } from "react";
import { cellOf } from "../../../fields/cells.ts";
import { openedForComments, recordComments } from "../../../schema/comments.ts";
import { inLanguage } from "../../../schema/text.ts";
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { rowFromWire } from "../../api/row-conversion.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { language } from "../../i18n/index.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import { loadList } from "../../data/screen-models/load.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { useRead } from "../../data/queries/reads.ts";
import { settings } from "../../browser/settings.ts";
import { rowTitle } from "../../screens/data/row-title.ts";
import { addressBelow } from "../../workspace/record-address.ts";
import type { MenuPage } from "./entries.ts";
import { isFindable, markAbsent } from "./findable.ts";

/** A row that was found. */
export interface SearchResult {
  readonly key: string;
  readonly title: string;
  /** What else tells it from others. */
  readonly detail: string;
  /** How it stands, with the colour of that state. */
  readonly state: { readonly text: string; readonly colour: string | undefined } | undefined;
  readonly icon: string;
  readonly to: string;
}

interface ResultGroup {
  readonly name: string;
  readonly rows: readonly SearchResult[];
  /** There are more rows than these. */
  readonly hasMore: boolean;
}

export interface SearchResults {
  readonly groups: readonly ResultGroup[];
  /** Something is asked, or about to be. */
  readonly isAsking: boolean;
  /** Why nothing could be found out. */
  readonly failure: string | undefined;
}

interface AnsweredGroup {
  readonly resource: string;
  readonly hasMore: boolean;
  readonly rows: readonly Row[];
}

function groupsIn(payload: unknown): readonly AnsweredGroup[] {
  return rowsOf(payload).flatMap((group) => {
    const { resource, hasMore, rows } = group;
    return typeof resource === "string" ? [{ resource, hasMore: hasMore === true, rows: rowsOf(rows).filter(isRecord) }] : [];
  });
}

const { find } = settings.dialect.paths;
/** How back-ends answer that do not have the call; they are asked once. */
const absent: readonly number[] = [404, 405, 501];
/** Going back to a text that was just typed asks nothing. */
const staleTime = 10_000;

/** Where a row is opened: on its page; without one beside its lines where it has some; else in its view. */
function addressOfExistingRow(screen: ListViewModel, path: string, row: Row): string {
  const id = textOf(row[screen.key]);
  if (screen.record === "page") return addressBelow(path, id);
  const title = screen.fields.find(({ name }) => name === screen.title);
  const named = textOf(row[screen.title]);
  const isBesideList = screen.kind === "master-detail" && title?.search !== undefined && named !== "";
  return isBesideList ? `${path}?${new URLSearchParams({ [`f.${screen.title}`]: named, row: id })}` : addressBelow(path, id);
}

function textOfField(screen: ListViewModel, name: string, row: Row): string {
  const field = screen.fields.find((one) => one.name === name);
  return field === undefined ? "" : cellOf(field).text({ field, value: row[name], row, language: language() });
}

function stateOf(screen: ListViewModel, row: Row): SearchResult["state"] {
  const field = screen.fields.find(({ name }) => name === screen.status && name !== screen.title);
  const option = field?.options?.find(({ value }) => textOf(row[field.name]) === String(value));
  return option === undefined ? undefined : { text: inLanguage(option.label, language()), colour: option.colour };
}

function searchResult(screen: ListViewModel, { path, icon }: MenuPage, answered: Row): SearchResult {
  const row = rowFromWire(screen.fields, answered);
  const shown = (screen.quickFind?.shows ?? []).map((name) => textOfField(screen, name, row));
  return {
    key: `${screen.name} ${textOf(row[screen.key])}`,
    title: rowTitle(screen, row),
    detail: [textOf(row["foundBy"]), ...shown].filter((text) => text !== "").join(" · "),
    state: stateOf(screen, row),
    icon,
    to: addressOfExistingRow(screen, path, row),
  };
}

/** A comment, which leads to its record. */
const commentResult = (row: Row): SearchResult => ({
  key: `${recordComments} ${textOf(row["id"])}`,
  title: textOf(row["text"]),
  detail: [textOf(row["record"]), textOf(row["person"]), textOf(row["time"]).slice(0, 10)].filter((text) => text !== "").join(" · "),
  state: undefined,
  icon: "message",
  to: addressBelow(`/${textOf(row["subjectArea"])}/${textOf(row["subjectResource"])}`, textOf(row["subjectId"]), openedForComments),
});

/** Groups whose screen is in the menu, once these screens are loaded; and comments, which have none. */
function useGroups(answered: readonly AnsweredGroup[] | undefined, pages: readonly MenuPage[]): readonly ResultGroup[] | undefined {
  const { t } = useTranslation();
  const commentsName = t("palette.comments");
  const [screens, setScreens] = useState<ReadonlyMap<string, ListViewModel>>(new Map());
  useEffect(() => {
    let isCurrent = true;
    const wanted = answered?.map(({ resource }) => resource).filter((name) => name !== recordComments) ?? [];
    void Promise.allSettled(wanted.map(loadList)).then((loaded) => {
      const loadedGroups = loaded.flatMap((one) => (one.status === "fulfilled" && one.value !== undefined ? [one.value] : []));
      if (isCurrent && loadedGroups.length > 0)
        setScreens((old) => new Map([...old, ...loadedGroups.map((one) => [one.name, one] as const)]));
    });
    return () => {
      isCurrent = false;
    };
  }, [answered]);
  return answered?.flatMap(({ resource, hasMore, rows }): readonly ResultGroup[] => {
    if (resource === recordComments) return [{ name: commentsName, hasMore, rows: rows.map(commentResult) }];
    const screen = screens.get(resource);
    const page = pages.find(({ path }) => path.split("/").at(-1) === resource);
    if (screen === undefined || page === undefined) return [];
    return [{ name: listName(screen, language()), hasMore, rows: rows.map((row) => searchResult(screen, page, row)) }];
  });
}

/** What is found by a text; nothing is asked for one that is too short. */
export function useSearchResults(text: string, pages: readonly MenuPage[]): SearchResults {
  const reader = useLanguage();
  const typed = text.trim();
  const paused = usePaused(typed);
  const isLongEnough = isFindable(typed);
  const isOn = isLongEnough && paused === typed;
  // The server names fields in the language of the page.
  const query = { text: typed, _t: reader };
  const { value, failure } = useRead({ path: find, query }, groupsIn, { isOn, staleTime });
  const isUnknown = failure !== undefined && absent.includes(failure.code);
  useEffect(() => {
    if (isUnknown) markAbsent();
  }, [isUnknown]);
  const groups = useGroups(isOn ? value : undefined, pages);
  const refused = failure !== undefined && !failure.silent && !isUnknown && isOn ? failure.message : undefined;
  return {
    groups: groups ?? [],
    isAsking: isLongEnough && value === undefined && refused === undefined && failure === undefined,
    failure: refused,
  };
}
