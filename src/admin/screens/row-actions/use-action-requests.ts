// What an action of a screen begins: a call at once, a dialog that asks first, the form of another resource, a page. For lists and for the page
// of a record.
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import type { ScreenAction } from "../../../schema/screen.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { addressFrom, extraParameters } from "../../data/queries/action-call.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { OpenAction, OpenOther } from "../list/list-dialogs.tsx";
import { useRowWork } from "./use-row-work.ts";

interface ActionRequestsInput {
  readonly screen: ListViewModel;
  /** Begins a new row below the one of this key. */
  readonly openChild: (parent: string) => void;
  /** Something was done with rows. */
  readonly onDone: () => void;
  /** A row of another resource was written from here. */
  readonly onOther: () => void;
}

export function useActionRequests({ screen, openChild, onDone, onOther }: ActionRequestsInput) {
  const navigate = useNavigate();
  const [action, setAction] = useState<OpenAction>();
  const [other, setOther] = useState<OpenOther>();
  const [revision, setRevision] = useState(0);
  const work = useRowWork(screen);

  /** For what is viewed, which may have changed: a hand-made dialog does not say whether it has. */
  const readAnew = () => setRevision((latest) => latest + 1);
  const done = () => {
    onDone();
    readAnew();
  };
  const start = (one: ScreenAction, targets: readonly Row[]) => {
    const [first] = targets;
    if (one.opens === "child" && first !== undefined) openChild(textOf(first[screen.key]));
    else if (one.opens !== undefined && first !== undefined)
      setOther({ resource: one.opens, row: first, carried: extraParameters(one, first), suggest: one.suggest });
    else if (one.dialog !== undefined || one.grid !== undefined) setAction({ action: one, rows: targets });
    else if (one.method === "none" && (first !== undefined || (one.on === "toolbar" && one.opens === undefined)))
      void navigate(addressFrom(one, first ?? {}));
    else if (one.trees !== undefined || one.dialogFields !== undefined || one.shows !== undefined)
      setAction({ action: one, rows: targets });
    else work.act(one, targets, done);
  };

  return {
    work,
    start,
    readAnew,
    dialogs: {
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
        onOther();
      },
    },
    /** Closes the dialog that is still loading. */
    cancel() {
      if (action === undefined) setOther(undefined);
      else setAction(undefined);
    },
  };
}
