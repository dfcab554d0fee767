// The page of a resource: the menu's screen at the address, or the resource that it names; and below it the page of one of its records. A
// screen is loaded when it is first opened, and requires the permission to list it.
import { use, useSyncExternalStore } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { useRights } from "../access/use-rights.ts";
import { saysHowToLoad } from "../browser/loaded-ahead.ts";
import { language } from "../i18n/index.ts";
import type { ListViewModel } from "../data/screen-models/view-models.ts";
import { listName } from "../data/screen-models/list-name.ts";
import { loadList, onScreensReplaced, screensReplaced } from "../data/screen-models/load.ts";
import { NewRecordPage, RecordPage } from "../screens/record/record-pages.ts";
import { ScreenList } from "../screens/screen-list.tsx";
import { usePageTitle } from "../workspace/page-title.ts";
import { addressBelow, isNewRecord, newRecord, screenPlace } from "../workspace/record-address.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { handMadePage } from "./page-registry.ts";

saysHowToLoad("record", RecordPage.load);
saysHowToLoad("newRecord", NewRecordPage.load);

interface ShownScreenProps {
  readonly screen: ListViewModel;
}

/** The list, for users who may open it. */
function GuardedList({ screen }: ShownScreenProps) {
  const rights = useRights(screen);
  usePageTitle(listName(screen, language()));
  if (rights === undefined) return null;
  if (!rights.list) return <ErrorPage kind="forbidden" />;
  const Page = screen.page === undefined ? undefined : handMadePage(screen.page);
  return Page === undefined ? <ScreenList screen={screen} rights={rights} /> : <Page screen={screen} rights={rights} />;
}

interface ShownRecordProps extends ShownScreenProps {
  /** The address of its list. */
  readonly list: string;
  readonly id: string;
}

/** The page of a record, for users who may view it. */
function GuardedRecord({ screen, list, id }: ShownRecordProps) {
  const rights = useRights(screen);
  if (rights === undefined) return null;
  if (isNewRecord(screen, id))
    return rights.add ? (
      <NewRecordPage screen={screen} list={list} isAdministrator={rights.isAdministrator} mayView={rights.view} />
    ) : (
      <ErrorPage kind="forbidden" />
    );
  return rights.view ? <RecordPage screen={screen} rights={rights} list={list} id={id} /> : <ErrorPage kind="forbidden" />;
}

/** Where the record of an address without page is: in the dialog over its list; undefined: this is its address. */
function otherAddress({ record, entry }: ListViewModel, list: string, id: string | undefined, search: string): string | undefined {
  const parameters = new URLSearchParams(search);
  if (entry !== undefined && id === undefined && parameters.get("mode") === "create") return addressBelow(list, newRecord);
  if (record === undefined) {
    const act = parameters.get("act");
    return id === undefined ? undefined : `${list}?${new URLSearchParams({ mode: "view", id, ...(act === null ? {} : { act }) })}`;
  }
  const [mode, viewed] = [parameters.get("mode"), parameters.get("id")];
  if (id !== undefined || viewed === null || (mode !== "view" && mode !== "edit")) return undefined;
  // As links led there before there were pages; they stand in mails and in bookmarks.
  const address = addressBelow(list, viewed, parameters.get("act") ?? "");
  return mode === "view" ? address : `${address}?mode=edit`;
}

export function ScreenPage() {
  const { area = "", name = "" } = useParams();
  const { pathname, search } = useLocation();
  const { menu } = useWorkspace();
  // An address of the menu shows the screen of its entry, whatever the back-end calls the address.
  const { leaf, list, id } = screenPlace(menu, pathname);
  const code = leaf?.code ?? name;
  // Only the development server replaces screens.
  useSyncExternalStore(onScreensReplaced, screensReplaced);
  const screen = use(loadList(code));
  const isElsewhere = leaf === undefined && screen?.area !== area;
  const shown = isElsewhere || screen?.kind === "none" || screen?.kind === "dialog" ? undefined : screen;
  if (shown === undefined) return <Navigate to="/404" replace />;
  const other = otherAddress(shown, list, id, search);
  if (other !== undefined) return <Navigate to={other} replace />;
  if (id !== undefined) return <GuardedRecord key={`${shown.name} ${id}`} screen={shown} list={list} id={id} />;
  return list === pathname ? <GuardedList key={shown.name} screen={shown} /> : <Navigate to={list + search} replace />;
}
