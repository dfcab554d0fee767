// One tree to choose from: what narrows it, what opens and ticks many at once, and its rows.
import { Button, Input, Segmented } from "antd";
import { useDeferredValue, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { branchOf, contains, countsBelow, narrowed, shownNodes, type ChoiceNode, type ChoiceTree } from "./choice-tree.ts";
import type { ListChange } from "./checked-lists.ts";
import { menusMissing } from "./sidebar-of.ts";
import { TreeRows, type NodeMarks } from "./tree-rows.tsx";

interface TreePaneProps {
  readonly label: string;
  readonly tree: ChoiceTree;
  readonly chosen: ReadonlySet<string>;
  readonly change: ListChange;
  readonly partly: ReadonlyMap<string, number>;
  /** How many rows are acted on. */
  readonly targets: number;
  /** Its nodes are entries of the menu: a button without its menu is reported. */
  readonly hasMenus: boolean;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

type Shown = "all" | "chosen" | "changed";

/** So few nodes are open from the start. */
const fewNodes = 40;

/** The tree with expanded and collapsed nodes, filtered by a search and by the chosen view. */
function useRows(tree: ChoiceTree, isWanted: ((node: ChoiceNode) => boolean) | undefined) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set(tree.byId.size <= fewNodes ? tree.byId.keys() : []));
  const [narrowedBy, setNarrowedBy] = useState(() => isWanted);
  // Nodes opened or closed among the matches of one search do not affect those of the next.
  const [inSearch, setInSearch] = useState<ReadonlyMap<string, boolean>>(new Map());
  if (narrowedBy !== isWanted) {
    setNarrowedBy(() => isWanted);
    setInSearch(new Map());
  }
  const left = useMemo(() => (isWanted === undefined ? undefined : narrowed(tree, isWanted)), [tree, isWanted]);
  const rows = useMemo(
    () =>
      shownNodes(
        tree.roots,
        (node) => (left === undefined ? opened.has(node.id) : (inSearch.get(node.id) ?? left.leading.has(node.id))),
        left?.visible,
      ),
    [tree, opened, inSearch, left],
  );
  return {
    rows,
    left,
    open(node: ChoiceNode, isOpen: boolean) {
      if (left !== undefined) setInSearch((old) => new Map(old).set(node.id, isOpen));
      else setOpened((old) => new Set(isOpen ? [...old, node.id] : [...old].filter((id) => id !== node.id)));
    },
    openAll(isOpen: boolean) {
      if (left === undefined) setOpened(new Set(isOpen ? tree.byId.keys() : []));
      else setInSearch(new Map([...left.visible].map((id) => [id, isOpen])));
    },
  };
}

export function TreePane({ label, tree, chosen, change, partly, targets, hasMenus, onChange }: TreePaneProps): ReactNode {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const [shown, setShown] = useState<Shown>("all");
  // The view is computed when it is chosen: an unchecked row does not vanish under the pointer.
  const [rendered, setRendered] = useState<ReadonlySet<string>>(new Set());
  const isWanted = useMemo(() => {
    if (search === "" && shown === "all") return undefined;
    return (node: ChoiceNode) => (search === "" || contains(node, search)) && (shown === "all" || rendered.has(node.id));
  }, [search, shown, rendered]);
  const { rows, left, open, openAll } = useRows(tree, isWanted);
  const below = useMemo(() => countsBelow(tree, chosen), [tree, chosen]);
  const missing = useMemo(() => (hasMenus ? menusMissing(tree, chosen) : []), [hasMenus, tree, chosen]);
  const addable = missing.filter((node) => !node.isDisabled);

  const show = (next: Shown) => {
    setShown(next);
    setRendered(next === "chosen" ? chosen : new Set([...change.added, ...change.removed]));
  };
  const give = (ids: readonly string[], isChosen: boolean) =>
    onChange(isChosen ? new Set([...chosen, ...ids]) : new Set([...chosen].filter((id) => !ids.includes(id))));
  const toggle = useEvent((node: ChoiceNode) => give([node.id], !chosen.has(node.id)));
  const branch = useEvent((node: ChoiceNode) => {
    const ids = branchOf(node);
    give(
      ids,
      ids.some((id) => !chosen.has(id)),
    );
  });
  const marksOf = (node: ChoiceNode): NodeMarks => ({
    isChosen: chosen.has(node.id),
    change: change.removed.has(node.id) ? "removed" : change.added.has(node.id) && !partly.has(node.id) ? "added" : undefined,
    partly: partly.get(node.id),
    below: below.get(node.id),
  });
  const inReach = [...(left?.matches ?? tree.offered)].filter((id) => tree.offered.has(id));

  return (
    <div className="tt-pane">
      <div className="tt-tools">
        <Input
          className="tt-search"
          allowClear
          value={typed}
          placeholder={t("trees.search")}
          aria-label={t("trees.searchIn", { label })}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Segmented<Shown>
          size="small"
          value={shown}
          onChange={show}
          aria-label={t("trees.show")}
          options={(["all", "chosen", "changed"] as const).map((value) => ({ value, label: t(`trees.shown.${value}`) }))}
        />
        <span className="tt-links">
          <Button type="link" size="small" onClick={() => openAll(true)}>
            {t("trees.expand")}
          </Button>
          <Button type="link" size="small" onClick={() => openAll(false)}>
            {t("trees.collapse")}
          </Button>
          <Button type="link" size="small" onClick={() => give(inReach, true)}>
            {t(left === undefined ? "trees.all" : "trees.allFound")}
          </Button>
          <Button type="link" size="small" onClick={() => give(inReach, false)}>
            {t(left === undefined ? "trees.none" : "trees.noneFound")}
          </Button>
        </span>
      </div>
      {missing.length === 0 ? null : (
        <div className="tt-note" data-kind="warning">
          <span>
            {t("trees.missing", {
              count: missing.length,
              names: missing
                .slice(0, 3)
                .map((node) => node.title)
                .join(t("trees.separator")),
            })}
          </span>
          {addable.length === 0 ? null : (
            <Button
              size="small"
              onClick={() =>
                give(
                  addable.map((node) => node.id),
                  true,
                )
              }
            >
              {t("trees.addMissing")}
            </Button>
          )}
        </div>
      )}
      {rows.length === 0 ? (
        <p className="tt-empty" role="status">
          {t("trees.nothingFound")}
        </p>
      ) : (
        <TreeRows
          label={label}
          rows={rows}
          marksOf={marksOf}
          targets={targets}
          search={search}
          onToggle={toggle}
          onBranch={branch}
          onOpen={open}
        />
      )}
    </div>
  );
}
