// Keyboard navigation of a tree (WAI-ARIA "Tree view").

/** A rendered line of a tree. */
export interface TreeLine {
  /** From 1. */
  readonly level: number;
  /** Undefined: nothing is below it. */
  readonly isOpen: boolean | undefined;
}

/** The effect of a key: another node becomes current, or the current one opens or closes. */
type TreeMove = { readonly to: number } | { readonly toggle: true } | undefined;

/** The effect of a key at a position among the rendered lines; undefined: none. */
export function moveBy(key: string, nodes: readonly TreeLine[], at: number): TreeMove {
  const node = nodes[at];
  if (node === undefined) return undefined;
  const last = nodes.length - 1;
  switch (key) {
    case "ArrowDown":
      return { to: Math.min(at + 1, last) };
    case "ArrowUp":
      return { to: Math.max(at - 1, 0) };
    case "Home":
      return { to: 0 };
    case "End":
      return { to: last };
    case "ArrowRight":
      if (node.isOpen === undefined) return undefined;
      return node.isOpen ? { to: Math.min(at + 1, last) } : { toggle: true };
    case "ArrowLeft": {
      if (node.isOpen === true) return { toggle: true };
      const above = nodes.slice(0, at).findLastIndex((other) => other.level < node.level);
      return above === -1 ? undefined : { to: above };
    }
    default:
      return undefined;
  }
}
