// The shapes in which a list can show its rows, and which of them a person prefers: kept in the browser, for each list.
import { useCallback, useState } from "react";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { readStored, removeStored, writeStored } from "../../browser/storage.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";

const shapes = ["table", "timeline", "gallery", "cards", "board", "calendar", "map"] as const;

/** `gallery`: cards with pictures; `cards`: cards of words. */
export type ListShape = (typeof shapes)[number];

/** A text of storage, an address or a view as a shape. */
export const shapeIn = (text: unknown): ListShape | undefined => shapes.find((shape) => shape === text);

/** Whether a shape reads its own rows instead of showing those of the page. */
export const readsItself = (shape: ListShape): shape is "board" | "calendar" | "map" =>
  shape === "board" || shape === "calendar" || shape === "map";

interface ShapesOfList {
  /** What the list begins with. */
  readonly first: ListShape;
  /** What it can be besides a table. */
  readonly others: readonly Exclude<ListShape, "table">[];
}

/** What a definition offers; a timeline is for rows below a record, which have no further shapes. */
export function shapesOf(
  { timeline, gallery, shapes: offered = {}, fields }: Pick<ListViewModel, "timeline" | "gallery" | "shapes" | "fields">,
  isInner: boolean,
): ShapesOfList {
  if (isInner && timeline !== undefined) return { first: "timeline", others: ["timeline"] };
  const hasPictures = fields.some((field) => gallery?.includes(field.name) === true && traitsOf(field).files !== undefined);
  const cards = gallery === undefined ? undefined : hasPictures ? ("gallery" as const) : ("cards" as const);
  const further = (["board", "calendar", "map", "gallery"] as const).filter((shape) => !isInner && offered[shape] !== undefined);
  return { first: cards ?? "table", others: [...(cards === undefined ? [] : [cards]), ...further] };
}

const storedAs = (resource: string): string => `layout.${resource}`;

/** What the person prefers to the shape that the list begins with, and how to say so. */
export function useShapePreference(
  resource: string,
): readonly [shape: ListShape | undefined, change: (shape: ListShape | undefined) => void] {
  const [shape, setShape] = useState(() => shapeIn(readStored(storedAs(resource))?.content));
  const change = useCallback(
    (next: ListShape | undefined) => {
      setShape(next);
      if (next === undefined) removeStored(storedAs(resource));
      else writeStored(storedAs(resource), next);
    },
    [resource],
  );
  return [shape, change];
}
