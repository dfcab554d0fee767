// The nodes of a tree as a list of lines: one is chosen, one has the keyboard's attention, arrows go from line to line.
import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { moveBy } from "../../ui/keyboard/tree-keys.ts";
import type { ShownNode } from "./visible-nodes.ts";

interface TreeListProps {
  readonly label: string;
  /** The line above all nodes, which selects everything. */
  readonly all: string;
  readonly nodes: readonly ShownNode[];
  readonly chosen: string | undefined;
  readonly onChoose: (value: string | undefined) => void;
  readonly onToggle: (node: ShownNode) => void;
}

/** Key of the line for the whole; no node has it. */
const whole = "";

export function TreeList({ label, all, nodes, chosen, onChoose, onToggle }: TreeListProps) {
  const tree = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(chosen ?? whole);
  const lines = [{ isOpen: undefined, level: 1 }, ...nodes];
  const keyAt = (index: number) => nodes[index - 1]?.choice.value ?? whole;
  // The line that the Tab key reaches; the first where the current one is not rendered.
  const at = Math.max(0, nodes.findIndex((node) => node.choice.value === current) + 1);

  const focus = (index: number) => {
    setCurrent(keyAt(index));
    tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[index]?.focus();
  };
  const choose = (index: number) => {
    setCurrent(keyAt(index));
    onChoose(nodes[index - 1]?.choice.value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(at);
      return;
    }
    const move = moveBy(event.key, lines, at);
    if (move === undefined) return;
    event.preventDefault();
    const node = nodes[at - 1];
    if ("to" in move) focus(move.to);
    else if (node !== undefined) onToggle(node);
  };
  /** Opening a branch does not choose it. */
  const click = (event: MouseEvent, index: number) => {
    const node = nodes[index - 1];
    const isArrow = event.target instanceof Element && event.target.closest(".tm-expand") !== null;
    if (!isArrow || node?.isOpen === undefined) return choose(index);
    setCurrent(node.choice.value);
    onToggle(node);
  };
  const line = (index: number) => ({
    role: "treeitem",
    tabIndex: index === at ? 0 : -1,
    onClick: (event: MouseEvent) => click(event, index),
  });
  return (
    <div ref={tree} role="tree" aria-label={label} className="tm-tree-filter-tree" onKeyDown={press}>
      <div {...line(0)} className="tm-tree-filter-node" aria-level={1} aria-selected={chosen === undefined}>
        <span className="tm-expand" />
        <span className="tm-tree-filter-name">{all}</span>
      </div>
      {nodes.map((node, index) => (
        <div
          key={node.choice.value}
          {...line(index + 1)}
          className="tm-tree-filter-node"
          style={{ paddingInlineStart: `${6 + (node.level - 1) * 16}px` }}
          aria-level={node.level}
          aria-posinset={node.position}
          aria-setsize={node.siblings}
          aria-selected={node.choice.value === chosen}
          {...(node.isOpen === undefined ? {} : { "aria-expanded": node.isOpen })}
        >
          <span className="tm-expand">{node.isOpen !== undefined && <Icon name={node.isOpen ? "down" : "right"} size={11} />}</span>
          <span className="tm-tree-filter-name" title={node.choice.label}>
            {node.choice.label}
          </span>
        </div>
      ))}
    </div>
  );
}
