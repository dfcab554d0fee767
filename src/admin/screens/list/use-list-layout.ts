// How the rows of a list are laid out: as a table, cards or a timeline, and which columns and buttons have room, by the window and by what
// the user has chosen.
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { handheld, narrow, roomy, spacious, useMedia } from "../../ui/hooks/use-media.ts";
import { flatRows, type ListData } from "../data/list-data.ts";
import {
  cardButtonsWidth,
  galleryButtonsWidth,
  pictureButtonsWidth,
  possibleButtons,
  rowButtonsWidth,
} from "../row-actions/row-actions.ts";
import type { RowMoves } from "../row-actions/use-row-moves.ts";
import type { ListSort } from "../search/list-query.ts";
import { arrangedFields, filledFields, listableFields, listColumns, shownFields } from "../table/columns.tsx";
import { useListAddress, useListAddresses } from "../../workspace/record-address.ts";
import { useOpenScreens } from "../../access/use-rights.ts";
import type { Selection } from "../table/selection.ts";
import type { ListFrameProps } from "./frame-props.ts";
import type { ShapeOfList } from "./use-list-shape.ts";

const nothingHidden: ReadonlySet<string> = new Set();

interface ListLayoutInput extends Pick<ListFrameProps, "screen" | "rights" | "language" | "hidden"> {
  readonly shape: ShapeOfList;
  readonly data: ListData;
  readonly moves: RowMoves;
  /** Undefined where rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly sorts: readonly ListSort[];
  /** The list has half of the page. */
  readonly isHalf: boolean;
  /** Only rows of one state are listed. */
  readonly isOfState: boolean;
}

/** The addresses of the lists whose records the person may open from the rows of this one. */
function useReferencedLists({ fields }: ListLayoutInput["screen"]): (resource: string) => string | undefined {
  const addressOf = useListAddresses();
  const names = useMemo(
    () => [...new Set(fields.flatMap(({ reference }) => (reference?.record === "page" ? [reference.resource] : [])))],
    [fields],
  );
  const open = useOpenScreens(names, "show");
  return useMemo(() => (resource) => (open?.has(resource) === true ? addressOf(resource) : undefined), [open, addressOf]);
}

export function useListLayout(input: ListLayoutInput) {
  const { screen, rights, language, hidden = nothingHidden, shape, data, moves, selection, sorts, isHalf, isOfState } = input;
  const { t } = useTranslation();
  const isNarrow = useMedia(narrow);
  const isHandheld = useMedia(handheld);
  const isRoomy = useMedia(roomy);
  const isSpacious = useMedia(spacious);
  const { look, name: layout } = shape;
  const { columns: preferences, changeColumns, density } = look;
  const listPath = useListAddress(screen);
  const listOf = useReferencedLists(screen);
  const pages = screen.record === "page" && rights.view ? listPath : undefined;
  const areMoved = moves.isOffered;

  const listable = useMemo(
    () => listableFields(screen, rights.isAdministrator).filter(({ name }) => !hidden.has(name)),
    [screen, rights.isAdministrator, hidden],
  );
  const shown = useMemo(() => shownFields(listable, preferences), [listable, preferences]);
  // What comes later in a life says nothing of the rows of an earlier state.
  const emptied = isOfState ? data.rows : undefined;
  const drawn = useMemo(
    () => (emptied === undefined ? shown : filledFields(shown, { screen, rows: flatRows(emptied), language, preferences })),
    [shown, screen, emptied, language, preferences],
  );
  const buttons = useMemo(
    () =>
      possibleButtons(
        screen,
        rights,
        {
          view: t("list.view"),
          edit: t("list.edit"),
          delete: t("list.delete"),
          moves: areMoved ? { up: t("list.up"), down: t("list.down") } : undefined,
        },
        language,
      ),
    [screen, rights, language, areMoved, t],
  );
  const texts = useMemo(
    () => ({
      index: t("list.index"),
      actions: t("list.actions"),
      moreFor: (row: string) => t("list.moreFor", { row }),
      select: (row: string) => t("list.select", { row }),
      sortPlace: (place: number) => t("list.sortPlace", { place }),
      grip: t("list.grip"),
    }),
    [t],
  );

  // Half of a page is narrow, too, until the window is wide.
  const isCompact = isNarrow || (isHalf && isRoomy && !isSpacious);
  const gallery = layout === "gallery" || layout === "cards" ? layout : undefined;
  // Pictures that a table has in a column are large here.
  const cardScreen = useMemo(
    () => (screen.gallery === undefined && screen.shapes?.gallery !== undefined ? { ...screen, gallery: screen.shapes.gallery } : screen),
    [screen],
  );
  const belowPicture = isHandheld ? pictureButtonsWidth : galleryButtonsWidth;
  const ofCards = layout === "gallery" ? belowPicture : cardButtonsWidth;
  const room = isHandheld || gallery !== undefined ? ofCards : isCompact ? 0 : rowButtonsWidth(buttons);
  const dragging = isNarrow ? undefined : moves.dragging;
  // On a narrow page a pinned column would leave no room for the others.
  const pinned = useMemo(() => (isNarrow ? undefined : new Set(preferences.pinned)), [isNarrow, preferences.pinned]);
  const { widths } = preferences;
  const { columns, leading } = useMemo(
    () =>
      listColumns({
        screen,
        fields: drawn,
        language,
        texts,
        sorts,
        selection,
        firstNumber: isNarrow || isHalf ? undefined : data.firstNumber,
        buttons,
        room,
        isHalf,
        pages,
        listOf,
        pinned,
        widths,
        dragging,
      }),
    [
      screen,
      drawn,
      language,
      texts,
      sorts,
      selection,
      data.firstNumber,
      buttons,
      room,
      isNarrow,
      isHalf,
      pages,
      listOf,
      pinned,
      widths,
      dragging,
    ],
  );
  const expandable = useMemo(
    () => (data.expandable === undefined ? undefined : { ...data.expandable, expandIconColumnIndex: leading }),
    [data.expandable, leading],
  );
  const onWidth = useEvent((name: string, width: number | undefined) => {
    const { [name]: _former, ...others } = widths;
    changeColumns({ ...preferences, widths: width === undefined ? others : { ...others, [name]: width } });
  });
  const columnSettings = useMemo(() => {
    const now = new Set(shown.map((field) => field.name));
    const lines = arrangedFields(listable, preferences).map((field) => ({
      name: field.name,
      label: inLanguage(field.label, language),
      isShown: now.has(field.name),
    }));
    return { lines, preferences, onChange: changeColumns };
  }, [listable, shown, preferences, changeColumns, language]);

  return {
    /** Where the rows are a timeline. */
    timeline: layout === "timeline" ? screen.timeline : undefined,
    /** Otherwise they are cards or a table. */
    areCards: isHandheld || gallery !== undefined,
    /** The fields that have a column, in their order. */
    shown,
    /** What of it the person has chosen. */
    look,
    buttons,
    texts,
    /** Width for the buttons of a row, px. */
    room,
    /** What each of the shapes takes; a telephone shows the rows of a table as cards without a layout. */
    table: { columns, expandable, density, dragging, onWidth },
    cards: { screen: cardScreen, fields: shown, layout: gallery, room: ofCards, pages, listOf },
    /** The controls of the toolbar: which columns there are, and what rows can be shown as instead of a table. */
    controls: {
      columns: columnSettings,
      density,
      onDensity: look.changeDensity,
      shapes: shape.choices,
    },
  };
}
