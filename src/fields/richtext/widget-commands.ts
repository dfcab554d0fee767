// What the toolbar of the editor does, and when each of its buttons is pressed in.
import { lift, setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { MarkType, NodeType } from "prosemirror-model";
import { liftListItem, wrapInList } from "prosemirror-schema-list";
import type { Command, EditorState } from "prosemirror-state";
import { richtextSchema } from "./document-schema.ts";

const { nodes, marks } = richtextSchema;

type MarkName = "strong" | "em" | "underline" | "strike";
type ListName = "bullet_list" | "ordered_list";

/** Whether the selection bears a mark, or will once something is typed. */
export function hasMark(state: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = state.selection;
  return empty ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined : state.doc.rangeHasMark(from, to, type);
}

/** Whether the selection stands inside a node of this type. */
export function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection;
  return Array.from({ length: $from.depth + 1 }, (_none, depth) => $from.node(depth)).some((node) => node.type === type);
}

/** Level of the heading the selection stands in; 0 in plain text. */
export function headingAt(state: EditorState): number {
  const { parent } = state.selection.$from;
  return parent.type === nodes.heading ? Number(parent.attrs["level"]) : 0;
}

/** Address of the link the selection stands in; "" outside of one. */
export function linkAt(state: EditorState): string {
  const { $from, from, to } = state.selection;
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet(state.doc.nodeAt(Math.min(from, to))?.marks ?? []);
  return mark === undefined ? "" : String(mark.attrs["href"]);
}

export function toggle(name: MarkName): Command {
  return toggleMark(marks[name]);
}

export function setHeading(level: number): Command {
  return level === 0 ? setBlockType(nodes.paragraph) : setBlockType(nodes.heading, { level });
}

export function toggleList(name: ListName): Command {
  const type = nodes[name];
  return (state, dispatch) => (isInside(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch));
}

export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch);

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView());
  return true;
};

/** Links the selection, or puts the address itself where nothing is selected. */
export function setLink(href: string): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const mark = marks.link.create({ href });
    const change = empty
      ? state.tr.insert(from, richtextSchema.text(href, [mark]))
      : state.tr.removeMark(from, to, marks.link).addMark(from, to, mark);
    dispatch?.(change.scrollIntoView());
    return true;
  };
}

/** Takes the link from the selection, or from the whole link it stands in. */
export const removeLink: Command = (state, dispatch) => {
  const { from, to, empty, $from } = state.selection;
  const start = empty ? $from.start() : from;
  const end = empty ? $from.end() : to;
  dispatch?.(state.tr.removeMark(start, end, marks.link));
  return true;
};

export function insertPicture(src: string, alt: string): Command {
  return (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(nodes.image.create({ src, alt })).scrollIntoView());
    return true;
  };
}

/** Plain text again: no marks, no heading. */
export const clearFormat: Command = (state, dispatch) => {
  const { from, to } = state.selection;
  const change = state.tr.setBlockType(from, to, nodes.paragraph);
  for (const type of Object.values(marks)) change.removeMark(from, to, type);
  dispatch?.(change);
  return true;
};

export { redo, undo };
