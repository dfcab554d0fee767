// A list with its tree filter (`treeFilter` of a definition): a pane at its left, or, on a narrow screen, a drawer behind a button above
// it.
import { stringOrEmpty } from "../../../schema/json.ts";
import { use, useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenField, ScreenReference } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import { addTexts } from "../../i18n/index.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import type { Rights } from "../../access/use-rights.ts";
import { useFilterText } from "../search/filter-text.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { TreeFilterList } from "../list/frame-props.ts";
import type { ListUrlState } from "../list/list-url-state.ts";
import { withoutFilter } from "../search/search-fields.ts";
import { narrow, useMedia } from "../../ui/hooks/use-media.ts";
import { PaneEdge } from "../../ui/panels/pane-edge.tsx";
import { narrowest, usePaneShape, widest } from "./pane-shape.ts";
import { suggestionOf } from "./suggestion.ts";
import { TreePane, type TreePaneProps } from "./tree-pane.tsx";
import { useTree } from "./use-tree.ts";
import "./tree-filter.css";

const texts = addTexts("tree-filter");

interface TreeFilterProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  /** The resource of the tree's nodes. */
  readonly name: string;
  /** The field that the tree narrows the list by. */
  readonly field: ScreenField;
  readonly reference: ScreenReference;
  /** The list itself. */
  readonly children: (treeFilter: TreeFilterList | undefined) => ReactNode;
}

/** Status of the answer to users who may not read the tree. */
const forbidden = 403;

/** The name of the selected node, for the button that replaces the tree. */
function ChosenName({ field, value, language }: { readonly field: ScreenField; readonly value: string; readonly language: Language }) {
  return useFilterText(field, value, language, { period: String, from: String, to: String });
}

interface DrawerProps {
  readonly field: ScreenField;
  readonly language: Language;
  readonly pane: TreePaneProps;
}

/** On a narrow screen the tree is a drawer: the browser's own dialog holds the focus inside and closes with Esc. */
function TreeDrawer({ field, language, pane }: DrawerProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const { name, chosen } = pane;
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const closeOutside = (event: MouseEvent) => {
      if (event.target === element) element.close();
    };
    element.addEventListener("click", closeOutside);
    return () => element.removeEventListener("click", closeOutside);
  }, []);
  return (
    <>
      <button type="button" className="tm-tree-filter-open" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        <Icon name="apartment" size={15} />
        <span className="tm-soft">{name}</span>
        <span className="tm-tree-filter-name">
          {chosen === undefined ? t("treeFilter.all") : <ChosenName field={field} value={chosen} language={language} />}
        </span>
        <Icon name="right" size={11} />
      </button>
      <dialog ref={dialog} className="tm-tree-filter-drawer" aria-labelledby={titleId}>
        <div className="tm-tree-filter-head">
          <h2 id={titleId}>{name}</h2>
          <button type="button" className="tm-icon-button" aria-label={t("common.close")} onClick={() => dialog.current?.close()}>
            <Icon name="close" size={16} />
          </button>
        </div>
        <TreePane
          {...pane}
          onChoose={(value) => {
            dialog.current?.close();
            pane.onChoose(value);
          }}
        />
      </dialog>
    </>
  );
}

/** At the left of the list, as wide as the person likes, or folded away to a button. */
function SidePane({ resource, pane }: { readonly resource: string; readonly pane: TreePaneProps }) {
  const { t } = useTranslation();
  const [shape, change] = usePaneShape(resource);
  const [dragged, setDragged] = useState<number>();
  const fold = useRef<HTMLButtonElement>(null);
  const { name } = pane;
  const width = dragged ?? shape.width;
  const toggle = () => change({ isFolded: !shape.isFolded });
  const label = t(shape.isFolded ? "treeFilter.unfold" : "treeFilter.fold", { name });
  const button = (
    <button
      ref={fold}
      type="button"
      className="tm-icon-button"
      aria-expanded={!shape.isFolded}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <Icon name={shape.isFolded ? "right" : "left"} size={13} />
    </button>
  );
  if (shape.isFolded) return <div className="tm-tree-filter-folded">{button}</div>;
  return (
    <aside className="tm-tree-filter-pane" aria-label={t("treeFilter.tree", { name })} style={{ width }}>
      <div className="tm-tree-filter-head">
        <h2>{name}</h2>
        {button}
      </div>
      <TreePane {...pane} />
      <PaneEdge
        label={t("treeFilter.width", { name })}
        width={width}
        narrowest={narrowest}
        widest={widest}
        pane="before"
        onDrag={setDragged}
        onChange={(next) => {
          setDragged(undefined);
          change({ width: next });
        }}
      />
    </aside>
  );
}

/** Default export, because it is loaded lazily. */
export default function TreeFilter({ screen, rights, urlState, searched, language, name, field, reference, children }: TreeFilterProps) {
  use(texts);
  const isNarrow = useMedia(narrow);
  const [search, setSearch] = useState("");
  const { query, change } = urlState;
  const { filters } = query;
  const chosen = stringOrEmpty(filters[field.name]) || undefined;
  const tree = useTree(reference, stringOrEmpty(filters[reference.within ?? ""]), search, chosen);
  const isRefused = tree.failure?.code === forbidden || tree.failure?.status === forbidden;
  const treeFilter = useMemo(
    (): TreeFilterList => ({
      panelFields: searched.filter((one) => one.name !== field.name),
      suggestion: suggestionOf(screen.fields, field, filters, rights.isAdministrator),
    }),
    [searched, field, screen, filters, rights.isAdministrator],
  );
  const choose = (value: string | undefined) =>
    change((latest) => {
      const others = withoutFilter(latest.filters, field.name);
      return { filters: value === undefined ? others : { ...others, [field.name]: value } };
    });
  const pane: TreePaneProps = { name, tree, search, onSearch: setSearch, chosen, onChoose: choose };
  return (
    <div className="tm-tree-filter">
      {!isRefused &&
        (isNarrow ? <TreeDrawer field={field} language={language} pane={pane} /> : <SidePane resource={screen.name} pane={pane} />)}
      <div className="tm-tree-filter-list">{children(isRefused ? undefined : treeFilter)}</div>
    </div>
  );
}
