// A list with everything around it: search panel, charts, toolbar, filters in force, rows, what is shown of the chosen one. Where the rows
// come from is the caller's affair.
import { lazy, Suspense, useMemo } from "react";
import { conditionsParameter } from "../../../schema/list-conditions.ts";
import { inLanguage } from "../../../schema/text.ts";
import { textOf } from "../../api/wire-data.ts";
import { settings } from "../../browser/settings.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import { EmptyNote } from "../../ui/states/list-notes.tsx";
import { rowTitle } from "../data/row-title.ts";
import { ChosenButtons, chosenButtonsWidth } from "../row-actions/chosen-buttons.tsx";
import { buttonsOf, leadsToPage, splitButtons } from "../row-actions/row-actions.ts";
import { importModesFor } from "../import/import-modes.ts";
import { ConditionsButton } from "../conditions/conditions-button.tsx";
import { FilterChips } from "../search/filter-chips.tsx";
import { SearchPanel } from "../search/search-panel.tsx";
import { areChartsHidden } from "./charts-preference.ts";
import type { ListFrameProps } from "./frame-props.ts";
import { ListBody } from "./list-body.tsx";
import { ListOverlays } from "./list-overlays.tsx";
import { ViewButton } from "../views/view-button.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useListModel, type ListModel } from "./use-list-model.ts";
import { useListShape } from "./use-list-shape.ts";

const ViewNotes = lazy(() => import("../views/view-notes.tsx"));
const ListCharts = lazy(() => import("./list-charts.tsx"));

interface PartProps {
  readonly frame: ListFrameProps;
  readonly model: ListModel;
  readonly name: string;
}

function ListCard({ frame, model, name }: PartProps) {
  const { screen, rights, urlState, data, searched, language, lines } = frame;
  const { rows, actions, layout, requests, add, clear } = model;
  const { filters } = urlState.query;
  const begins = rights.add ? undefined : actions.find((action) => action.on !== "selection" && leadsToPage(action));
  return (
    <div className="tm-card">
      <Toolbar
        hasKeys={frame.isInner !== true}
        canAdd={rights.add}
        canDelete={rights.delete}
        actions={actions}
        selection={model.isSelectable && !model.areCells ? model.selection : undefined}
        hint={rows.length === 0 || urlState.chosen !== undefined ? undefined : lines?.hint}
        isBusy={data.isBusy}
        changed={model.changed}
        onAdd={add}
        onDelete={requests.removeSelected}
        onAction={requests.startSelected}
        onRefresh={model.refresh}
        onBin={screen.recycleBin === true && rights.delete && frame.isInner !== true ? model.openBin : undefined}
        cells={model.mayEditCells ? { isOn: model.areCells, turn: urlState.turnCells } : undefined}
        onBatch={model.mayBatch ? model.openBatch : undefined}
        onImport={importModesFor(screen, rights).length > 0 && frame.isInner !== true ? model.openImport : undefined}
        onExport={settings.exports && rights.export && data.request !== undefined ? model.exportFrom : undefined}
        {...layout.controls}
      />
      <FilterChips
        list={screen.name}
        fields={searched}
        all={screen.fields}
        filters={filters}
        onRemove={model.removeFilter}
        onConditions={model.setConditions}
        onClear={clear}
      />
      <ListBody
        frame={frame}
        model={model}
        name={name}
        empty={
          <EmptyNote
            name={inLanguage(screen.label, language)}
            isFiltered={Object.keys(filters).length > 0}
            onAdd={rights.add ? add : undefined}
            begins={
              begins === undefined ? undefined : { label: inLanguage(begins.label, language), onOpen: () => requests.startSelected(begins) }
            }
            onClear={clear}
          />
        }
      />
    </div>
  );
}

/** Over a screen's own list. */
function ChartsOfList({ frame, model }: Omit<PartProps, "name">) {
  const { screen, urlState, data, searched, language, isInner = false } = frame;
  if (isInner || screen.charts === undefined || data.request === undefined || data.needs !== undefined) return null;
  return (
    <Suspense fallback={<div className={areChartsHidden(screen.name) ? "tm-charts-ahead" : "tm-charts-ahead tm-charts-ahead-shown"} />}>
      <ListCharts
        screen={screen}
        charts={screen.charts}
        query={urlState.query}
        request={data.request}
        revision={model.refreshes}
        hasListFailed={data.failure !== undefined}
        searched={searched}
        language={language}
      />
    </Suspense>
  );
}

/** Beside a shape that reads its own rows, what belongs to a chosen row has no room: the row is opened instead. */
const withoutLines = (frame: ListFrameProps): ListFrameProps => ({ ...frame, lines: undefined });

export function ListFrame(given: ListFrameProps) {
  const shape = useListShape(given);
  const frame = shape.readsItself ? withoutLines(given) : given;
  const { screen, urlState, data, searched, language, treeFilter, lines, views, isInner = false } = frame;
  const model = useListModel(frame, shape);
  const { chosenRow, isSplit, isCovered, layout, requests } = model;
  const { query } = urlState;
  const name = listName(screen, language);
  // The few lines of a document are seen at once.
  const isSearched = !isInner || Object.keys(query.filters).length > 0 || data.total > query.size;
  const chosenButtons = chosenRow !== undefined && (
    <ChosenButtons
      split={splitButtons(buttonsOf(screen, layout.buttons, chosenRow), chosenButtonsWidth)}
      more={layout.texts.moreFor(rowTitle(screen, chosenRow))}
      onPress={(act, element) =>
        act === "more" ? requests.openMenu(chosenRow, element, chosenButtonsWidth) : requests.press(act, textOf(chosenRow[screen.key]))
      }
    />
  );
  const { [conditionsParameter]: conditions } = query.filters;
  const { setConditions } = model;
  const hasConditions = screen.conditions === true && screen.backEnd === undefined && !isInner;
  const besideSearch = useMemo(
    () =>
      views === undefined && !hasConditions ? undefined : (
        <>
          {hasConditions && <ConditionsButton list={screen.name} conditions={String(conditions ?? "")} onChange={setConditions} />}
          {views !== undefined && <ViewButton listName={screen.name} views={views} look={layout.look} />}
        </>
      ),
    [views, hasConditions, screen.name, conditions, setConditions, layout.look],
  );
  const shownLines = lines?.render(chosenRow, chosenButtons);
  const card = <ListCard frame={frame} model={model} name={name} />;
  return (
    <>
      <section ref={model.frame} className="tm-list" aria-label={name} inert={isCovered}>
        {!isInner && <h1 className="tm-visually-hidden">{name}</h1>}
        {isSearched && (
          <SearchPanel
            name={name}
            fields={treeFilter?.panelFields ?? searched}
            filters={query.filters}
            onSearch={model.search}
            begins={data.needs !== undefined}
            beside={besideSearch}
          />
        )}
        {views !== undefined && (views.isMissing || views.leftOut.length > 0) && (
          <Suspense>
            <ViewNotes views={views} language={language} />
          </Suspense>
        )}
        <ChartsOfList frame={frame} model={model} />
        {lines === undefined ? (
          card
        ) : (
          <div className={isSplit ? "tm-split" : "tm-choosable"}>
            {card}
            {isSplit && shownLines}
          </div>
        )}
        <ListOverlays frame={frame} model={model} />
      </section>
      {lines?.place === "side" ? null : shownLines}
    </>
  );
}
