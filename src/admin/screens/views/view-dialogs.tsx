// The dialogs of the menu of views: a name for a new one or an old one, and with whom it is shared.
import { use, type ReactNode } from "react";
import { listViews } from "../../../schema/list-view.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { ActionDialog } from "../../forms/index.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { NameDialog } from "./name-dialog.tsx";
import type { NamedView, ViewWrites } from "./use-view-writes.ts";
import type { ViewDialog } from "./view-menu.tsx";

interface ViewDialogsProps {
  readonly dialog: ViewDialog;
  readonly writes: ViewWrites;
  readonly add: (named: NamedView) => Promise<void>;
  readonly onClose: () => void;
}

/** Default export, because it is loaded lazily. */
export default function ViewDialogs({ dialog, writes, add, onClose }: ViewDialogsProps): ReactNode {
  const { t } = useTranslation();
  const screen = use(loadScreen(listViews));
  if (dialog.kind === "share")
    return (
      screen !== undefined && (
        <ActionDialog screen={screen} action={dialog.action} ids={[dialog.view.id]} record={dialog.view.row} onClose={onClose} />
      )
    );
  if (dialog.kind === "rename") {
    const { view } = dialog;
    return (
      <NameDialog
        title={t("views.renameTitle", { name: view.name })}
        initial={{ name: view.name, isDefault: view.row["isDefault"] === 1 }}
        onSave={(named) => writes.rename(view, named)}
        onClose={onClose}
      />
    );
  }
  return <NameDialog title={t("views.add")} initial={{ name: "", isDefault: false }} onSave={add} onClose={onClose} />;
}
