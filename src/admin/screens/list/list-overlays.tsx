// What opens over a list: the menu of a row, dialogs, the export, a picture.
import { lazy, Suspense } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { PendingDialog } from "../../ui/states/pending.tsx";
import { footButtons } from "../row-actions/row-actions.ts";
import { RowMenu } from "../row-actions/row-menu.tsx";
import { importModesFor } from "../import/import-modes.ts";
import { ListDialogs } from "./dialogs.ts";
import type { ListFrameProps } from "./frame-props.ts";
import type { ListModel } from "./use-list-model.ts";

const ExportPanel = lazy(async () => ({ default: (await import("../export/export-panel.tsx")).ExportPanel }));
const BinDialog = lazy(async () => ({ default: (await import("../bin/bin-dialog.tsx")).BinDialog }));
const ImportDialog = lazy(async () => ({ default: (await import("../import/import-dialog.tsx")).ImportDialog }));
const PictureView = lazy(async () => ({ default: (await import("../table/picture-view.tsx")).PictureView }));

const BatchOfList = lazy(async () => ({ default: (await import("./batch-of-list.tsx")).BatchOfList }));

const nothingSuggested = {};

export function ListOverlays({ frame, model }: { readonly frame: ListFrameProps; readonly model: ListModel }) {
  const { t } = useTranslation();
  const { screen, rights, urlState, data, treeFilter, lines } = frame;
  const { requests, moves, exporting } = model;
  const { menu, dialogs, picture } = requests;
  const { dialog } = dialogs;
  return (
    <>
      <RowMenu label={t("list.more")} {...menu} />
      {(dialog ?? dialogs.action ?? dialogs.other) !== undefined && (
        <Suspense fallback={<PendingDialog onCancel={requests.cancel} />}>
          <ListDialogs
            {...dialogs}
            screen={screen}
            preset={model.dialogPreset}
            mayAdd={rights.add}
            suggestion={dialog?.mode === "create" ? { ...moves.behind(dialog.parent), ...treeFilter?.suggestion } : nothingSuggested}
            footOf={(row) => footButtons(screen, rights, row, dialog?.act)}
            onFoot={(one, row) => requests.start(one, [row])}
            onClose={(made) => urlState.close(lines === undefined ? undefined : made)}
          />
        </Suspense>
      )}
      {exporting !== undefined && data.request !== undefined && (
        <Suspense>
          <ExportPanel
            anchor={exporting}
            screen={screen}
            request={data.request}
            total={data.total}
            isEstimated={data.isTotalEstimated === true}
            columns={model.layout.shown}
            selected={model.selection.keys()}
            onClose={model.closeExport}
          />
        </Suspense>
      )}
      {model.isBinOpen && (
        <Suspense fallback={<PendingDialog onCancel={model.closeBin} />}>
          <BinDialog screen={screen} onClose={model.closeBin} />
        </Suspense>
      )}
      {model.isBatchOpen && (
        <Suspense fallback={<PendingDialog onCancel={model.closeBatch} />}>
          <BatchOfList frame={frame} model={model} />
        </Suspense>
      )}
      {model.isImportOpen && (
        <Suspense fallback={<PendingDialog onCancel={model.closeImport} />}>
          <ImportDialog screen={screen} modes={importModesFor(screen, rights)} mayRemove={rights.delete} onClose={model.closeImport} />
        </Suspense>
      )}
      {picture.address !== "" && (
        <Suspense>
          <PictureView {...picture} />
        </Suspense>
      )}
    </>
  );
}
