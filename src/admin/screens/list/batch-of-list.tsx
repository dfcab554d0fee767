// The same change in many rows, from the list that shows them: the ticked ones, or all that it finds.
import { App } from "antd";
import { listRequest } from "../../data/providers/data-provider.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { offerUndo } from "../row-actions/undo-removal.tsx";
import type { ListFrameProps } from "./frame-props.ts";
import { ListBatch } from "./list-dialogs.tsx";
import type { ListModel } from "./use-list-model.ts";

/** What the list finds, where its call takes the same parameters as the change; a tree that is loaded level by level has not counted its rows. */
function foundBy({
  screen,
  data,
  isInner = false,
}: ListFrameProps): { readonly total: number; readonly filter: Record<string, string> } | undefined {
  const { request, total, isTotalEstimated = false, isPaged } = data;
  if (request === undefined || isTotalEstimated || !isPaged || isInner || total === 0) return undefined;
  const { call, parameters } = listRequest(screen, { ...request, pagination: {} });
  if (!screen.calls.some((name) => call.path === `${screen.path}/${name}`)) return undefined;
  const { current: _current, size: _size, ascs: _ascs, descs: _descs, ...filter } = parameters;
  return { total, filter: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)])) };
}

export function BatchOfList({ frame, model }: { readonly frame: ListFrameProps; readonly model: ListModel }) {
  const { screen, data } = frame;
  const { notification } = App.useApp();
  const notices = useNotices();
  return (
    <ListBatch
      name={screen.name}
      ids={model.selection.keys()}
      found={foundBy(frame)}
      onUndoable={(offered) =>
        void offerUndo({
          ...offered,
          notification,
          onUndone: (sentence) => notices.done(sentence),
          onFailed: notices.failed,
        })
      }
      onClose={(isDone) => {
        model.closeBatch();
        if (!isDone) return;
        model.selection.set([]);
        data.refresh();
      }}
    />
  );
}
