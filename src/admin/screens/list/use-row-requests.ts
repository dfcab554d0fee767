// What the buttons of a list and of its rows do: what opens over the list, what is run at once, what is asked first.
import { useState, type RefObject } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import type { ScreenAction } from "../../../schema/screen.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { addressBelow, useListAddress } from "../../workspace/record-address.ts";
import { rowOfKey } from "../data/list-data.ts";
import { stateOfTrail, trailFrom } from "../data/record-trail.ts";
import { actionNamed, buttonsOf, splitButtons, type RowButton } from "../row-actions/row-actions.ts";
import type { RowMenuAt } from "../row-actions/row-menu.tsx";
import { isMove, isShift } from "../row-actions/row-moves.ts";
import type { RowMoves } from "../row-actions/use-row-moves.ts";
import { useActionRequests } from "../row-actions/use-action-requests.ts";
import type { RowEvent } from "../table/row-events.ts";
import type { Selection } from "../table/selection.ts";
import type { ListFrameProps } from "./frame-props.ts";

interface RowRequestsInput extends Pick<ListFrameProps, "screen" | "rights" | "urlState" | "data" | "lines" | "isInner"> {
  readonly moves: RowMoves;
  /** The rows of a shape that reads its own. */
  readonly shapeRows: RefObject<readonly Row[]>;
  readonly selection: Selection;
  readonly buttons: readonly RowButton[];
  /** Width for the buttons of a row, px. */
  readonly room: number;
}

export function useRowRequests(input: RowRequestsInput) {
  const { screen, rights, urlState, data, lines, isInner = false, moves, shapeRows, selection, buttons, room } = input;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const listPath = useListAddress(screen);
  const [menu, setMenu] = useState<RowMenuAt>();
  const [picture, setPicture] = useState("");
  const { query, change, open, close, dialog } = urlState;
  const { rows } = moves;
  const { work, start, dialogs, cancel } = useActionRequests({
    screen,
    openChild: (parent) => open({ mode: "create", id: undefined, parent }),
    onDone: () => selection.set([]),
    onOther: data.refresh,
  });

  const afterRemoval = (count: number) => () => {
    selection.set([]);
    // The last page may have gone with its last row.
    if (data.isPaged && count >= rows.length && query.current > 1) change({ current: query.current - 1 });
  };

  const selectedRows = (): readonly Row[] => {
    const matches = selection.keys().flatMap((key): readonly Row[] => {
      const row = rowOfKey(rows, screen.key, key);
      return row === undefined ? [] : [row];
    });
    if (matches.length === 0) work.warn(t("list.selectFirst"));
    return matches;
  };
  const removeSelected = useEvent(() => {
    const targets = selectedRows();
    if (targets.length > 0) work.remove(targets, afterRemoval(targets.length));
  });
  const startSelected = useEvent((one: ScreenAction) => {
    const isOnRows = one.on === "selection";
    const targets = isOnRows ? selectedRows() : [];
    if (!isOnRows || targets.length > 0) start(one, targets);
  });

  /** On its page, where it has one; rows of a list within another are edited right there. */
  const openRecord = (mode: "view" | "edit", key: string) => {
    if (screen.record === undefined || (mode === "edit" && (isInner || !rights.view))) open({ mode, id: key, parent: undefined });
    else {
      const trail = trailFrom({ rows, keyField: screen.key, query, total: data.total, search: isInner ? undefined : urlState.search() });
      void navigate(addressBelow(listPath, key) + (mode === "edit" ? "?mode=edit" : ""), { state: stateOfTrail(trail) });
    }
  };
  const rowOf = (key: string) => rowOfKey(shapeRows.current, screen.key, key) ?? rowOfKey(rows, screen.key, key);
  const press = (button: string, key: string) => {
    const row = rowOf(key);
    if (row === undefined) return;
    if (button === "view" || button === "edit") openRecord(button, key);
    else if (isMove(button)) moves.move(key, button);
    else if (isShift(button)) void moves.shift(key, button);
    else if (button === "delete") work.remove([row], afterRemoval(1));
    else {
      const one = actionNamed(screen, button);
      if (one !== undefined) start(one, [row]);
    }
  };
  /** The buttons of a row that have no room. */
  const openMenu = (row: Row, opener: HTMLElement, within: number) => {
    const key = textOf(row[screen.key]);
    const disabled = (["up", "down"] as const).filter((move) => !moves.can(key, move));
    const { behind } = splitButtons(buttonsOf(screen, buttons, row), within);
    setMenu(menu?.opener === opener ? undefined : { key, buttons: behind, disabled, opener });
  };
  /** Some of the buttons of a row, to choose from. */
  const offer = useEvent((row: Row, offered: readonly RowButton[], opener: HTMLElement) =>
    setMenu({ key: textOf(row[screen.key]), buttons: offered, disabled: [], opener }),
  );
  const onRow = useEvent(({ act, value, key, element }: RowEvent) => {
    const row = rowOf(key);
    if (row === undefined) return;
    switch (act) {
      case "copy":
        work.copy(value);
        return;
      case "picture":
        setPicture(value);
        return;
      case "more":
        openMenu(row, element, room);
        return;
      case "follow":
        void navigate(element.getAttribute("href") ?? listPath);
        return;
      case "row":
      case "enter":
        if (lines !== undefined) urlState.choose(key, lines.place === "drawer");
        else if (act === "enter" && (rights.view || rights.edit)) openRecord(rights.view ? "view" : "edit", key);
        return;
      default:
        press(act, key);
    }
  });

  return {
    start,
    removeSelected,
    startSelected,
    press,
    openMenu,
    offer,
    onRow,
    menu: { at: menu, onPick: press, onClose: () => setMenu(undefined) },
    picture: { address: picture, onClose: () => setPicture("") },
    dialogs: { dialog, ...dialogs },
    /** Closes the dialog that is still loading. */
    cancel() {
      if (dialog === undefined) cancel();
      else close();
    },
  };
}
