// What the rows of a list are shown as: by its address, then by its view or the person's own choice, then by the definition.
import { useMemo } from "react";
import { readsItself, shapeIn, shapesOf, type ListShape } from "../table/list-layout.ts";
import { useListLook, type ChangeableLook } from "../views/list-look.ts";
import type { ListFrameProps } from "./frame-props.ts";

/** A shape that the list can have besides a table. */
export interface ShapeChoice {
  readonly name: Exclude<ListShape, "table">;
  readonly isOn: boolean;
  /** Shows the rows so, or as a table again. */
  readonly turn: () => void;
}

export interface ShapeOfList {
  readonly name: ListShape;
  readonly look: ChangeableLook;
  readonly choices: readonly ShapeChoice[];
  /** It shows other rows than those of the page. */
  readonly readsItself: boolean;
}

export function useListShape({ screen, urlState, views, isInner = false }: ListFrameProps): ShapeOfList {
  const saved = useListLook(screen.name, views?.current);
  const { shown, showAs } = urlState;
  return useMemo(() => {
    const { first, others } = shapesOf(screen, isInner);
    const offered = [first, ...others, "table" as const];
    const name = [shapeIn(shown.shape), saved.shape].find((one) => one !== undefined && offered.includes(one)) ?? first;
    const change = (next: ListShape) => {
      saved.changeShape(next === first ? undefined : next);
      showAs({ shape: next });
    };
    return {
      name,
      look: { ...saved, shape: name === first ? undefined : name },
      choices: others.map((other) => ({ name: other, isOn: other === name, turn: () => change(other === name ? "table" : other) })),
      readsItself: readsItself(name),
    };
  }, [screen, isInner, shown.shape, saved, showAs]);
}
