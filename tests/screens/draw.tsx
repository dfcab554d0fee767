// Draws generated screens to HTML on the server: the application's own components, with rows given instead of asked for. Bundled by
// bundle.ts.
import "@ant-design/v5-patch-for-react-19";
import { Refine } from "@refinedev/core";
import { App, ConfigProvider } from "antd";
import en_US from "antd/es/locale/en_US";
import zh_CN from "antd/es/locale/zh_CN";
import i18next from "i18next";
import { useMemo, useState, type ReactNode } from "react";
import { prerender } from "react-dom/static";
import { useTranslation } from "#admin/i18n/use-translation.ts";
import { MemoryRouter } from "react-router-dom";
import { textOf, type Row } from "../../src/admin/api/wire-data.ts";
import { formOf } from "../../src/admin/inputs/values/form-definition.ts";
import { RecordEditor } from "../../src/admin/forms/record/record-editor.tsx";
import { RecordView } from "../../src/admin/forms/view/record-view.tsx";
import { useDirtyGuard } from "../../src/admin/forms/dialogs/unsaved-guard.ts";
import { addTexts, language } from "../../src/admin/i18n/index.ts";
import { rightsFrom, type Rights } from "../../src/admin/access/use-rights.ts";
import { decide, isAdministrator, type Holder, type Person } from "../../src/admin/access/access-provider.ts";
import { bladeDataProvider } from "../../src/admin/data/providers/data-provider.ts";
import { rowFromWire } from "../../src/admin/api/row-conversion.ts";
import { TreePane } from "../../src/admin/screens/tree-filter/tree-pane.tsx";
import type { FilterTree } from "../../src/admin/screens/tree-filter/use-tree.ts";
import { rowTitle } from "../../src/admin/screens/data/row-title.ts";
import { expandIconFor } from "../../src/admin/screens/data/expand-icon.tsx";
import { childrenOf, flatRows, type ListData } from "../../src/admin/screens/data/list-data.ts";
import { ListFrame } from "../../src/admin/screens/list/list-frame.tsx";
import { useListUrlState } from "../../src/admin/screens/list/list-url-state.ts";
import { buttonsOf, possibleButtons, rowButtonsWidth, splitButtons } from "../../src/admin/screens/row-actions/row-actions.ts";
import { orderField } from "../../src/admin/screens/row-actions/row-moves.ts";
import { searchFields } from "../../src/admin/screens/search/search-fields.ts";
import { SearchPanel } from "../../src/admin/screens/search/search-panel.tsx";
import { WorkspaceProvider, type Workspace } from "../../src/admin/workspace/workspace.ts";
import type { Screen, ScreenField } from "../../src/schema/screen.ts";
import { inLanguage, type Language } from "../../src/schema/text.ts";

export type Part = "list" | "create" | "edit" | "view";

export interface RenderCase {
  readonly screen: Screen;
  readonly part: Part;
  /** Rows as they come over the wire; the first one is edited and viewed. */
  readonly rows: readonly Row[];
}

/** The platform's administrator: meets every field and every button. */
const person: Person = {
  user: { userId: "1", account: "admin", name: "管理员", roleAliases: ["administrator"], avatar: "", deptId: "", roleId: "", ext: "" },
  tenantId: "000000",
  permissions: new Set(),
};

const holder: Holder = { person, menuCodes: new Set() };

const nothing = () => undefined;
const dataProvider = bladeDataProvider();
const antdLocales = { zh: zh_CN, en: en_US };

/** Makes everything that is drawn from now on speak a language. */
export async function speak(chosen: Language): Promise<void> {
  if (i18next.isInitialized) await i18next.changeLanguage(chosen);
  else await i18next.init({ lng: chosen, fallbackLng: false, resources: {}, interpolation: { escapeValue: false } });
  await addTexts("application");
  await addTexts("tree-filter");
}

function rowsAsListed(screen: Screen, rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({
    ...rowFromWire(screen.fields, row),
    ...(childrenOf(row).length === 0 ? {} : { children: rowsAsListed(screen, childrenOf(row)) }),
  }));
}

/** The tree beside a list before it has nodes: what is around them is the screen's, the nodes are the installation's. */
const emptyTree: FilterTree = { nodes: [], isLoading: false, failure: undefined, retry: nothing, toggle: nothing };

function List({ screen, rows }: { readonly screen: Screen; readonly rows: readonly Row[] }): ReactNode {
  const rights = useMemo(() => rightsFrom((action) => decide(holder, screen, action), isAdministrator(person)), [screen]);
  const searched = useMemo(() => searchFields(screen, rights.isAdministrator), [screen, rights]);
  const place = useListUrlState(screen.fields, searched);
  const listed = rowsAsListed(screen, rows);
  const parents = flatRows(listed)
    .filter((row) => childrenOf(row).length > 0)
    .map((row) => textOf(row[screen.key]));
  const isPaged = screen.tree === undefined && screen.listShape === "page";
  const data: ListData = {
    rows: listed,
    total: flatRows(listed).length,
    isPaged,
    firstNumber: parents.length === 0 ? 1 : undefined,
    isLoading: false,
    isBusy: false,
    failure: undefined,
    refresh: nothing,
    ...(parents.length === 0 ? {} : { expandable: { expandedRowKeys: parents, expandIcon: expandIconFor(screen) } }),
  };
  const panelFields = searched.filter((field) => field.name !== screen.treeFilter?.field);
  return (
    <>
      {screen.treeFilter !== undefined && (
        <TreePane
          name={inLanguage(screen.treeFilter.label, language())}
          tree={emptyTree}
          search=""
          onSearch={nothing}
          chosen={undefined}
          onChoose={nothing}
        />
      )}
      <ListFrame
        screen={screen}
        rights={rights}
        urlState={place}
        data={data}
        searched={searched}
        treeFilter={{ panelFields, suggestion: {} }}
        language={language()}
      />
      <BehindClicks screen={screen} rights={rights} rows={flatRows(listed)} searched={panelFields} />
    </>
  );
}

/** Fields that the search panel shows before it is opened out. */
const panelFields = 3;

interface BehindClicksProps {
  readonly screen: Screen;
  readonly rights: Rights;
  readonly rows: readonly Row[];
  readonly searched: readonly ScreenField[];
}

/** What a list shows only after a click, so that a review sees it as well: further fields to search by, further buttons of each row. */
function BehindClicks({ screen, rights, rows, searched }: BehindClicksProps): ReactNode {
  const { t } = useTranslation();
  const moves = orderField(screen, rights) === undefined ? undefined : { up: t("list.up"), down: t("list.down") };
  const possible = possibleButtons(
    screen,
    rights,
    { view: t("list.view"), edit: t("list.edit"), delete: t("list.delete"), moves },
    language(),
  );
  const further = searched.slice(panelFields);
  const panels = Array.from({ length: Math.ceil(further.length / panelFields) }, (_, index) =>
    further.slice(index * panelFields, (index + 1) * panelFields),
  );
  return (
    <>
      {panels.map((fields) => (
        <SearchPanel key={fields[0]?.name} name={t("list.expand")} fields={fields} filters={{}} onSearch={nothing} />
      ))}
      {rows.map((row) => {
        const { behind } = splitButtons(buttonsOf(screen, possible, row), rowButtonsWidth(possible));
        if (behind.length === 0) return null;
        return (
          <ul key={textOf(row[screen.key])} aria-label={t("list.moreFor", { row: rowTitle(screen, row) })}>
            {behind.map((button) => (
              <li key={button.name}>{button.label}</li>
            ))}
          </ul>
        );
      })}
    </>
  );
}

function Editor({ screen, row }: { readonly screen: Screen; readonly row: Row | undefined }): ReactNode {
  const guard = useDirtyGuard();
  const [form] = useState(() => formOf(screen, row === undefined ? "create" : "edit", { isAdministrator: true }));
  return <RecordEditor screen={screen} form={form} loaded={row} preset={{}} guard={guard} onSaved={nothing} onCancel={nothing} />;
}

function Content({ screen, part, rows }: RenderCase): ReactNode {
  const [first = {}] = rows;
  const record = rowFromWire(screen.fields, first);
  switch (part) {
    case "list":
      return <List screen={screen} rows={rows} />;
    case "create":
      return <Editor screen={screen} row={undefined} />;
    case "edit":
      return <Editor screen={screen} row={record} />;
    case "view":
      return <RecordView screen={screen} record={record} isAdministrator />;
  }
}

const refineOptions = { disableTelemetry: true, syncWithLocation: false, warnWhenUnsavedChanges: false } as const;

function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const workspace: Workspace = { person, menu: [], language: language() };
  return (
    <MemoryRouter>
      <Refine dataProvider={dataProvider} options={refineOptions}>
        <ConfigProvider locale={antdLocales[language()]} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
          <App component={false}>
            <WorkspaceProvider value={workspace}>{children}</WorkspaceProvider>
          </App>
        </ConfigProvider>
      </Refine>
    </MemoryRouter>
  );
}

/** One part of a screen as HTML, in the language spoken last. Everything that is loaded lazily is waited for. */
export async function draw(drawn: RenderCase): Promise<string> {
  const problems: unknown[] = [];
  const { prelude } = await prerender(
    <Frame>
      <Content {...drawn} />
    </Frame>,
    { onError: (error) => void problems.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const html = await new Response(prelude).text();
  if (problems.length > 0) throw problems[0];
  return html;
}
