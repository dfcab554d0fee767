// What the properties of an element are given.
import type { ModelElement } from "../../../process/model.ts";
import type { Board, DiagramElement } from "./board.ts";
import type { Change } from "./model-element.ts";
import type { VariableName, Vocabulary } from "./vocabulary.ts";

/** A key that the server does not take, and why. */
export interface RefusedKey {
  readonly key: string;
  readonly sentence: string;
}

export interface PanelProps {
  readonly board: Board;
  readonly drawn: DiagramElement;
  readonly names: readonly VariableName[];
  readonly vocabulary: Vocabulary;
  readonly refusedKey: RefusedKey | undefined;
}

export interface PartProps extends PanelProps {
  readonly model: ModelElement;
  readonly onChange: (changes: readonly Change[]) => void;
}
