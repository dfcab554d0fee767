// The nodes of a tree as rows with independent checkboxes; only rows in view are rendered. One tab stop, arrow keys move between rows.
import {
  memo,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { moveBy } from "../../ui/keyboard/tree-keys.ts";
import type { ChoiceNode, Count, ShownNode } from "./choice-tree.ts";

/** Height of a row, px; also in trees.css. */
const rowHeight = 36;
/** Rows rendered above and below those in view. */
const spare = 8;
/** Before anything is measured. */
const firstHeight = 480;
/** Rows that Page Up and Page Down pass over. */
const pageRows = 10;

/** What a row shows of its node besides the title. */
export interface NodeMarks {
  readonly isChosen: boolean;
  readonly change: "added" | "removed" | undefined;
  /** How many of the affected rows have it, where that is neither all nor none. */
  readonly partly: number | undefined;
  readonly below: Count | undefined;
}

interface TreeRowsProps {
  readonly label: string;
  readonly rows: readonly ShownNode[];
  readonly marksOf: (node: ChoiceNode) => NodeMarks;
  /** How many rows are acted on. */
  readonly targets: number;
  /** The search text: highlighted in titles. */
  readonly search: string;
  readonly onToggle: (node: ChoiceNode) => void;
  /** Ticks a node with everything below it, or takes all of these away. */
  readonly onBranch: (node: ChoiceNode) => void;
  readonly onOpen: (node: ChoiceNode, isOpen: boolean) => void;
}

function Title({ text, search }: { readonly text: string; readonly search: string }): ReactNode {
  const at = search === "" ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + search.length)}</mark>
      {text.slice(at + search.length)}
    </>
  );
}

/** A text that is shorter where there is little room. */
function Sized({ className, long, short }: { readonly className?: string; readonly long: string; readonly short: string }): ReactNode {
  return (
    <span className={className}>
      <span className="tt-long">{long}</span>
      <span className="tt-short">{short}</span>
    </span>
  );
}

interface RowProps extends NodeMarks {
  readonly id: string;
  readonly shown: ShownNode;
  readonly top: number;
  readonly isActive: boolean;
  readonly targets: number;
  readonly search: string;
}

const TreeRow = memo(function TreeRow({
  id,
  shown: { node, isOpen, hasChildren, position, siblings },
  top,
  isActive,
  targets,
  search,
  isChosen,
  change,
  partly,
  below,
}: RowProps) {
  const { t } = useTranslation();
  const style: CSSProperties = { top, paddingInlineStart: 6 + node.depth * 22 };
  const name = [
    node.title,
    node.isButton && t("trees.button"),
    partly !== undefined && t("trees.partly", { count: partly, all: targets }),
    change !== undefined && t(`trees.${change}`),
  ]
    .filter(Boolean)
    .join(t("trees.separator"));
  const isWhole = below !== undefined && below.chosen === below.all && (isChosen || node.isDisabled);
  return (
    <div
      id={id}
      role="treeitem"
      className="tt-row"
      style={style}
      data-node={node.id}
      data-active={isActive || undefined}
      data-change={change}
      aria-label={name}
      aria-level={node.depth + 1}
      aria-setsize={siblings}
      aria-posinset={position}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-checked={node.isDisabled ? undefined : isChosen}
      data-part={below !== undefined && below.chosen > 0 && below.chosen < below.all ? "" : undefined}
      aria-selected={false}
    >
      <span className="tt-twist" data-act={hasChildren ? "open" : undefined}>
        {hasChildren ? <Icon name="down" size={11} /> : null}
      </span>
      {node.isDisabled ? null : <span className="tt-box" />}
      {node.icon === "" || node.isButton ? null : <Icon name={node.icon} size={16} />}
      <span className={node.isButton ? "tm-tag" : "tt-title"} data-colour={node.isButton ? "blue" : undefined} title={node.title}>
        <Title text={node.title} search={search} />
      </span>
      {partly === undefined ? null : (
        <Sized className="tt-partly" long={t("trees.partly", { count: partly, all: targets })} short={`${partly}/${targets}`} />
      )}
      {change === undefined ? null : (
        <span className="tt-change" data-change={change}>
          {t(`trees.${change}`)}
        </span>
      )}
      {below === undefined || below.all === 0 ? null : (
        <>
          <span className="tt-count">
            {below.chosen} / {below.all}
          </span>
          <button
            type="button"
            tabIndex={-1}
            className="tt-branch"
            data-act="branch"
            title={t(isWhole ? "trees.branchNone" : "trees.branchAll")}
            data-long={t(isWhole ? "trees.branchNone" : "trees.branchAll")}
            data-short={t(isWhole ? "trees.none" : "trees.all")}
          />
        </>
      )}
    </div>
  );
});

interface View {
  readonly top: number;
  readonly height: number;
}

export function TreeRows({ label, rows, marksOf, targets, search, onToggle, onBranch, onOpen }: TreeRowsProps): ReactNode {
  const { t } = useTranslation();
  const prefix = useId();
  const hint = `${prefix}hint`;
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ top: 0, height: firstHeight });
  const [activeId, setActiveId] = useState<string>();
  const activeIndex = rows.findIndex((row) => row.node.id === activeId);
  const active = activeIndex < 0 ? 0 : activeIndex;

  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () =>
      setView((old) =>
        element.clientHeight === 0 || old.height === element.clientHeight ? old : { ...old, height: element.clientHeight },
      );
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // Search results begin at the top.
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = 0;
  }, [search]);

  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    const element = box.current;
    if (rows[next] === undefined || element === null) return;
    setActiveId(rows[next].node.id);
    const [top, height] = [next * rowHeight, element.clientHeight || view.height];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + height) element.scrollTop = top + rowHeight - height;
    setView({ top: element.scrollTop, height });
  };
  const keys = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { node, isOpen } = row;
    const work: Readonly<Record<string, () => void>> = {
      PageDown: () => goTo(active + pageRows),
      PageUp: () => goTo(active - pageRows),
      " ": () => (event.shiftKey ? onBranch(node) : node.isDisabled ? onOpen(node, !isOpen) : onToggle(node)),
    };
    const lines = rows.map((one) => ({ level: one.node.depth + 1, isOpen: one.hasChildren ? one.isOpen : undefined }));
    const move = moveBy(event.key, lines, active);
    const act = work[event.key];
    if (move === undefined && act === undefined) return;
    event.preventDefault();
    setActiveId(node.id);
    if (act !== undefined) act();
    else if (move !== undefined && "to" in move) goTo(move.to);
    else onOpen(node, !isOpen);
  };
  const click = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const row = rows.find((one) => one.node.id === target.closest<HTMLElement>("[data-node]")?.dataset["node"]);
    if (row === undefined) return;
    const { node, isOpen } = row;
    setActiveId(node.id);
    const act = target.closest<HTMLElement>("[data-act]")?.dataset["act"];
    if (act === "branch") onBranch(node);
    else if (act === "open" || node.isDisabled) onOpen(node, !isOpen);
    else onToggle(node);
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
  const idOf = (node: ChoiceNode) => `${prefix}${node.id}`;
  const current = rows[active];
  const isRendered = current !== undefined && active >= first && active < last;
  return (
    <>
      <div
        ref={box}
        className="tt-rows"
        role="tree"
        aria-label={label}
        aria-multiselectable="true"
        aria-describedby={hint}
        aria-activedescendant={isRendered ? idOf(current.node) : undefined}
        tabIndex={0}
        onKeyDown={keys}
        onClick={click}
        onScroll={({ currentTarget: { scrollTop } }) => setView((old) => ({ ...old, top: scrollTop }))}
      >
        <div role="presentation" className="tt-room" style={{ height: rows.length * rowHeight }}>
          {rows.slice(first, last).map((shown, index) => (
            <TreeRow
              key={shown.node.id}
              id={idOf(shown.node)}
              shown={shown}
              top={(first + index) * rowHeight}
              isActive={shown === current}
              targets={targets}
              search={search}
              {...marksOf(shown.node)}
            />
          ))}
        </div>
      </div>
      <span id={hint} className="tm-visually-hidden">
        {t("trees.keys")}
      </span>
    </>
  );
}
