// What the buttons of a list and of its rows do: what opens over the list, what is run at once, what is asked first.
import { useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNavigate } from "react-router-dom";
import type { ScreenAction } from "../../../schema/screen.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { addressFrom, extraParameters } from "../../data/queries/action-call.ts";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { rowOfKey } from "../data/list-data.ts";
import { actionNamed, buttonsOf, splitButtons, type RowButton } from "../row-actions/row-actions.ts";
import type { RowMenuAt } from "../row-actions/row-menu.tsx";
import { isMove, isShift } from "../row-actions/row-moves.ts";
import type { RowMoves } from "../row-actions/use-row-moves.ts";
import { useRowWork } from "../row-actions/use-row-work.ts";
import type { RowEvent } from "../table/row-events.ts";
import type { Selection } from "../table/selection.ts";
import type { ListFrameProps } from "./frame-props.ts";
import type { OpenAction, OpenOther } from "./list-dialogs.tsx";

interface RowRequestsInput extends Pick<ListFrameProps, "screen" | "rights" | "urlState" | "data" | "lines"> {
  readonly moves: RowMoves;
  readonly selection: Selection;
  readonly buttons: readonly RowButton[];
  /** Width for the buttons of a row, px. */
  readonly room: number;
}

export function useRowRequests({ screen, rights, urlState, data, lines, moves, selection, buttons, room }: RowRequestsInput) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [menu, setMenu] = useState<RowMenuAt>();
  const [action, setAction] = useState<OpenAction>();
  const [other, setOther] = useState<OpenOther>();
  const [revision, setRevision] = useState(0);
  const [picture, setPicture] = useState("");
  const work = useRowWork(screen);
  const { query, change, open, close, dialog } = urlState;
  const { rows } = moves;

  const afterRemoval = (count: number) => () => {
    selection.set([]);
    // The last page may have gone with its last row.
    if (data.isPaged && count >= rows.length && query.current > 1) change({ current: query.current - 1 });
  };

  /** For what is viewed, which may have changed: a hand-made dialog does not say whether it has. */
  const readAnew = () => setRevision((latest) => latest + 1);
  const done = () => {
    selection.set([]);
    readAnew();
  };
  const start = (one: ScreenAction, targets: readonly Row[]) => {
    const [first] = targets;
    if (one.opens === "child" && first !== undefined) open({ mode: "create", id: undefined, parent: textOf(first[screen.key]) });
    else if (one.opens !== undefined && first !== undefined)
      setOther({ resource: one.opens, row: first, carried: extraParameters(one, first), suggest: one.suggest });
    else if (one.dialog !== undefined || one.grid !== undefined) setAction({ action: one, rows: targets });
    else if (one.method === "none" && (first !== undefined || (one.on === "toolbar" && one.opens === undefined)))
      void navigate(addressFrom(one, first ?? {}));
    else if (one.trees !== undefined || one.dialogFields !== undefined || one.shows !== undefined)
      setAction({ action: one, rows: targets });
    else work.act(one, targets, done);
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

  const press = (button: string, key: string) => {
    const row = rowOfKey(rows, screen.key, key);
    if (row === undefined) return;
    if (button === "view" || button === "edit") open({ mode: button, id: key, parent: undefined });
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
  const onRow = useEvent(({ act, value, key, element }: RowEvent) => {
    const row = rowOfKey(rows, screen.key, key);
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
      case "row":
      case "enter":
        if (lines !== undefined) urlState.choose(key, lines.place === "drawer");
        else if (act === "enter" && (rights.view || rights.edit)) open({ mode: rights.view ? "view" : "edit", id: key, parent: undefined });
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
    onRow,
    menu: { at: menu, onPick: press, onClose: () => setMenu(undefined) },
    picture: { address: picture, onClose: () => setPicture("") },
    dialogs: {
      dialog,
      action,
      other,
      /** Grows when something was done with a row that is viewed. */
      revision,
      onActionClose(isDone: boolean) {
        setAction(undefined);
        if (isDone) done();
        else if (action?.action.dialog !== undefined) readAnew();
      },
      onOtherClose(isSaved: boolean) {
        setOther(undefined);
        if (!isSaved) return;
        readAnew();
        data.refresh();
      },
    },
    /** Closes the dialog that is still loading. */
    cancel() {
      if (dialog !== undefined) close();
      else if (action === undefined) setOther(undefined);
      else setAction(undefined);
    },
  };
}
