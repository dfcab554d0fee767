// The shapes besides a table in which a list can show its rows (`shapes` of a definition): which of them its fields make possible.
import { choicesOf } from "./kinds.ts";
import { kindData, type FieldModel, type ResourceModel } from "./model.ts";

/** A board has a column for each state: more of them than this are not seen at once. */
const maxBoardStates = 8;
/** A life cycle of two states is a switch. */
const minBoardStates = 3;

/** The columns of a board are the states of the resource's life cycle. */
interface BoardShape {
  /** The state that each action leads to, as it is stored. */
  readonly to: Readonly<Record<string, number>>;
}

/** The days on which a calendar shows a row. */
interface CalendarShape {
  /** The field of the day or moment, or of the first of a period. */
  readonly from: string;
  /** The field of the last. */
  readonly to?: string;
  /** Rows may be on no day. */
  readonly optional?: true;
}

/** A map of provinces counts the rows by the codes of their divisions. */
interface MapShape {
  readonly by: string;
}

export interface ListShapes {
  readonly board?: BoardShape;
  readonly calendar?: CalendarShape;
  readonly map?: MapShape;
  /** Fields of pictures, of which the first that is filled is shown. */
  readonly gallery?: readonly string[];
}

/** Whether the rows of a list come in pages, by filters of any field: only these have other shapes. */
export function hasShapes({ screen, calls, data, tree }: ResourceModel): boolean {
  const isTable = screen === "table" || screen === "master-detail" || screen === "readonly-table";
  return isTable && tree === undefined && data.listShape === undefined && data.listRead === undefined && calls.has("list");
}

const isShown = ({ data, sensitive }: FieldModel): boolean => data.administratorOnly !== true && !sensitive;

/** Whether a calendar can ask for the rows of its days by a field. */
export const isDated = (field: FieldModel): boolean =>
  field.stored && isShown(field) && (field.traits.temporal === "day" || field.traits.temporal === "moment");

/** Whether a field holds the code of a division, which begins with that of its province. */
export const isDivision = ({ reference }: FieldModel): boolean =>
  reference?.resource === "region" && reference.valueField === "code" && !reference.several;

/** Whether the rows of a map can be counted by a field. */
export const isPlaced = (field: FieldModel): boolean => field.stored && isShown(field) && isDivision(field);

/** Whether a field is the state of a life cycle that actions move. */
export function isMovedState(resource: ResourceModel, field: FieldModel): boolean {
  return field === resource.stateField && resource.actions.some(({ to }) => to !== undefined);
}

function boardOf(resource: ResourceModel): BoardShape | undefined {
  const { stateField, actions, data } = resource;
  const wanted = data.shapes?.board;
  if (wanted === false || stateField === undefined || !isMovedState(resource, stateField)) return undefined;
  const { states = {} } = kindData(stateField.data);
  const count = choicesOf(stateField)?.length ?? 0;
  const isFew = stateField.inList && isShown(stateField) && count >= minBoardStates && count <= maxBoardStates;
  if (wanted !== true && !isFew) return undefined;
  const to = actions.flatMap((action): readonly (readonly [string, number])[] => {
    const state = states[action.to ?? ""];
    const isOnRows = action.on === "row" || action.inRows === true;
    return state === undefined || !isOnRows ? [] : [[action.name, state[0]]];
  });
  return to.length === 0 ? undefined : { to: Object.fromEntries(to) };
}

/** The day that people enter and search the rows by: the one that the definition calls the date, or the only one. */
function enteredDay({ fields, date }: ResourceModel): FieldModel | undefined {
  const days = fields.filter((field) => isDated(field) && field.traits.temporal === "day" && field.inList && field.search === "range");
  const entered = days.filter(({ readonly }) => !readonly);
  return entered.find((field) => field === date) ?? (entered.length === 1 ? entered[0] : undefined);
}

function calendarOf(resource: ResourceModel): CalendarShape | undefined {
  const wanted = resource.data.shapes?.calendar;
  if (wanted === false) return undefined;
  const days = typeof wanted === "object" ? wanted : { from: wanted ?? enteredDay(resource)?.name ?? "" };
  const first = resource.field.get(days.from);
  if (first === undefined) return undefined;
  return { ...days, ...(first.required === undefined ? { optional: true as const } : {}) };
}

/** Pictures of the thing itself: a portrait is a mark beside a name. */
function galleryOf({ fields, data }: ResourceModel): readonly string[] | undefined {
  // With a word of its own, cards are what the list begins with.
  if (data.gallery !== undefined || data.shapes?.gallery === false) return undefined;
  const pictures = fields.filter(
    (field) =>
      field.traits.view === "pictures" &&
      field.stored &&
      isShown(field) &&
      field.inList &&
      kindData(field.data).fallbackInitial === undefined,
  );
  return pictures.length === 0 ? undefined : pictures.map(({ name }) => name);
}

/** The field by which a map counts the rows of a list: the one that the definition names, or the only one that is a column. */
export function mappedField(resource: ResourceModel): FieldModel | undefined {
  const wanted = resource.data.shapes?.map;
  if (wanted === false || !hasShapes(resource)) return undefined;
  if (wanted !== undefined) return resource.field.get(wanted);
  // More rows than are counted belong to no map that shows all of them.
  if (resource.data.unbounded === true) return undefined;
  const placed = resource.fields.filter((field) => isPlaced(field) && field.inList);
  return placed.length === 1 ? placed[0] : undefined;
}

/** The shapes of the list of a resource besides the one that it begins with; undefined: there are none. */
export function listShapesOf(resource: ResourceModel): ListShapes | undefined {
  if (!hasShapes(resource)) return undefined;
  const [board, calendar, gallery, placed] = [boardOf(resource), calendarOf(resource), galleryOf(resource), mappedField(resource)];
  if (board === undefined && calendar === undefined && gallery === undefined && placed === undefined) return undefined;
  return {
    ...(board === undefined ? {} : { board }),
    ...(calendar === undefined ? {} : { calendar }),
    ...(placed === undefined ? {} : { map: { by: placed.name } }),
    ...(gallery === undefined ? {} : { gallery }),
  };
}
