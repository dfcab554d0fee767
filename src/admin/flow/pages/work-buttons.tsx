// The buttons of the lists of work on the pages of a process: the same actions, rights and dialogs.
import { Button } from "antd";
import { use, useState, type ReactNode } from "react";
import type { Screen, ScreenAction } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useRights } from "../../access/use-rights.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { ActionDialog } from "../../forms/index.tsx";
import { useLanguage } from "../../i18n/language.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { isAllowed } from "../../screens/row-actions/row-actions.ts";

interface WorkButtonsProps {
  /** The list whose buttons they are. */
  readonly of: "work-claim" | "work-todo" | "work-send";
  /** The row of that list. */
  readonly row: Row;
  readonly onDone: (action: string) => void;
}

export function WorkButtons({ of, row, onDone }: WorkButtonsProps): ReactNode {
  const screen = use(loadScreen(of));
  return screen === undefined ? null : <Buttons screen={screen} row={row} onDone={onDone} />;
}

function Buttons({ screen, row, onDone }: Pick<WorkButtonsProps, "row" | "onDone"> & { readonly screen: Screen }): ReactNode {
  const language = useLanguage();
  const rights = useRights(screen);
  const [open, setOpen] = useState<ScreenAction>();
  // What leads elsewhere leads to this page, or to what stands on it.
  const offered = screen.actions.filter(
    (action) =>
      action.on === "row" &&
      action.method !== "none" &&
      action.opens === undefined &&
      rights?.may(action) === true &&
      isAllowed(screen, action, row),
  );
  return (
    <>
      {offered.map((action) => (
        <Button key={action.name} onClick={() => setOpen(action)}>
          {inLanguage(action.label, language)}
        </Button>
      ))}
      {open !== undefined && (
        <ActionDialog
          screen={screen}
          action={open}
          ids={[textOf(row[screen.key])]}
          record={row}
          onClose={(isDone) => {
            setOpen(undefined);
            if (isDone) onDone(open.name);
          }}
        />
      )}
    </>
  );
}
