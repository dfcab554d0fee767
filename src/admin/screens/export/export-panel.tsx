// The panel behind the export button of a list: which file, which rows, and how far it is.
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { groupDigits } from "../../../fields/digits.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { listRequest, type ListRequest } from "../../data/providers/data-provider.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { ExportBox, type FileFormat } from "./export-box.tsx";
import { beginExport } from "./export-runs.ts";

const texts = addTexts("export");

interface ExportPanelProps {
  readonly anchor: HTMLElement;
  readonly screen: ListViewModel;
  /** What the list asked for. */
  readonly request: ListRequest;
  readonly total: number;
  readonly isEstimated: boolean;
  /** The columns of the list as it is now. */
  readonly columns: readonly ScreenField[];
  /** Keys of the selected rows. */
  readonly selected: readonly string[];
  readonly onClose: () => void;
}

/** The address that exports what a list shows. A list of a read that has no export of its own is a part of the common one. */
function exportCall(screen: ListViewModel, request: ListRequest) {
  const { call, parameters } = listRequest(screen, { ...request, pagination: {} });
  const { current: _current, size: _size, ...query } = parameters;
  const read = screen.reads.find(({ name }) => name === screen.listRead);
  const isOwn = call.path === read?.path || screen.calls.some((name) => call.path === `${screen.path}/${name}`);
  return { path: `${isOwn ? call.path : `${screen.path}/list`}/export`, query };
}

export function ExportPanel({ anchor, screen, request, total, isEstimated, columns, selected, onClose }: ExportPanelProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const language = pageLanguage();
  const [onlySelected, setOnlySelected] = useState(selected.length > 0);
  const name = listName(screen, language);
  // A tree that is loaded level by level has not counted its rows.
  const isWhole = screen.kind === "lazy-tree" && request.filters === undefined;
  const begin = (format: FileFormat) => {
    const { path, query } = exportCall(screen, request);
    const rows = onlySelected && selected.length > 0 ? { [`${screen.key}_in`]: selected } : {};
    void beginExport(screen.name, {
      path,
      query: { ...query, ...rows, format, columns: columns.map((field) => field.name) },
      file: `${name}.${format}`,
    });
  };
  return (
    <ExportBox anchor={anchor} of={screen.name} name={name} onBegin={begin} onClose={onClose}>
      <p className="tm-soft">
        {isWhole ? t("export.whole") : t(isEstimated ? "export.some" : "export.all", { total: groupDigits(String(total)) })}
      </p>
      {selected.length > 0 && (
        <label>
          <input type="checkbox" checked={onlySelected} onChange={(event) => setOnlySelected(event.currentTarget.checked)} />
          {t("export.selected", { count: selected.length })}
        </label>
      )}
    </ExportBox>
  );
}
