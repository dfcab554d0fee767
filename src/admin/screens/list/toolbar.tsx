// The bar above a list: add, remove and actions on the selection at the left; refresh, row height and columns at the right.
import { Button } from "antd";
import { memo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ScreenAction } from "../../../schema/screen.ts";
import { inLanguage } from "../../../schema/text.ts";
import { language } from "../../i18n/index.ts";
import type { ChangedRows } from "../../data/live/use-changed-rows.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { leadsToPage } from "../row-actions/row-actions.ts";
import { ColumnSettings, type ColumnSettingsProps } from "../table/column-settings.tsx";
import type { Density } from "../table/density.ts";
import { useSelectedKeys, type Selection } from "../table/selection.ts";
import type { ShapeChoice } from "./use-list-shape.ts";

interface ToolbarProps {
  readonly canAdd: boolean;
  readonly canDelete: boolean;
  readonly actions: readonly ScreenAction[];
  readonly selection: Selection | undefined;
  /** Shown while no rows are ticked. */
  readonly hint?: string | undefined;
  readonly isBusy: boolean;
  /** What others have changed since the rows were read. */
  readonly changed: ChangedRows;
  readonly columns: ColumnSettingsProps;
  readonly density: Density;
  readonly onDensity: (next: Density) => void;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
  readonly onAction: (action: ScreenAction) => void;
  readonly onRefresh: () => void;
  /** Removed rows can be restored. */
  readonly onBin?: (() => void) | undefined;
  /** The ticked rows, or all, can get the same change. */
  readonly onBatch?: (() => void) | undefined;
  /** Rows can come from files. */
  readonly onImport?: (() => void) | undefined;
  /** The rows can be exported; given the button. */
  readonly onExport?: ((button: HTMLElement) => void) | undefined;
  /** The list of the page itself: keys press its buttons. */
  readonly hasKeys: boolean;
  /** The rows can be cells that are edited in place. */
  readonly cells?: { readonly isOn: boolean; readonly turn: () => void } | undefined;
  /** What the rows can be shown as besides a table. */
  readonly shapes: readonly ShapeChoice[];
}

function Hint({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : <span className="tm-ticked">{text}</span>;
}

/** What keys press; nothing in a list below another one. */
const keyed = (hasKeys: boolean, key: string) => (hasKeys ? { "aria-keyshortcuts": key } : {});

type OnRowsProps = Pick<ToolbarProps, "canDelete" | "onDelete" | "onAction" | "onBatch" | "hint" | "hasKeys"> & {
  /** How many actions stand before these. */
  readonly before: number;
  readonly actions: readonly ScreenAction[];
  readonly selection: Selection;
};

/** What is done with ticked rows: it comes when some are. Removing is in sight before, quietly, because it tells how rows are chosen for it. */
function OnRows({ canDelete, actions, selection, hint, onDelete, onAction, onBatch, hasKeys, before }: OnRowsProps) {
  const { t } = useTranslation();
  const count = useSelectedKeys(selection).length;
  const isTicked = count > 0;
  return (
    <>
      {isTicked && <ActionButtons actions={actions} onAction={onAction} hasKeys={hasKeys} before={before} />}
      {isTicked && onBatch !== undefined && (
        <Button icon={<Icon name="edit" />} aria-haspopup="dialog" {...keyed(hasKeys, "m")} onClick={onBatch}>
          {t("list.batch")}
        </Button>
      )}
      {canDelete && (
        <Button
          type={isTicked ? "default" : "text"}
          danger={isTicked}
          icon={<Icon name="delete" />}
          {...keyed(hasKeys, "Delete")}
          onClick={onDelete}
        >
          {t("list.deleteSelected")}
        </Button>
      )}
      {isTicked ? (
        <span className="tm-ticked">
          {t("list.selected", { count })}
          <button type="button" className="tm-link-button" onClick={() => selection.set([])}>
            {t("list.clearSelection")}
          </button>
        </span>
      ) : (
        <Hint text={hint} />
      )}
    </>
  );
}

interface ActionButtonsProps extends Pick<ToolbarProps, "actions" | "onAction" | "hasKeys"> {
  /** How many actions stand before these. */
  readonly before?: number;
  /** Rows begin on a page of their own, in place of a form. */
  readonly begins?: boolean;
}

/** Actions are pressed by their numbers, as far as there are keys. */
const lastNumber = 9;

function ActionButtons({ actions, onAction, begins = false, hasKeys, before = 0 }: ActionButtonsProps) {
  return actions.map((action, place) => (
    <Button
      key={action.name}
      {...keyed(hasKeys && before + place < lastNumber, `${before + place + 1}`)}
      {...(begins && leadsToPage(action) ? { type: "primary", icon: <Icon name="plus" /> } : {})}
      onClick={() => onAction(action)}
    >
      {inLanguage(action.label, language())}
    </Button>
  ));
}

/** Says what others have changed: the rows stay as they are until the person asks for them anew. */
function Refresh({
  isBusy,
  changed: { count, isUncertain },
  onRefresh,
  hasKeys,
}: Pick<ToolbarProps, "isBusy" | "changed" | "onRefresh" | "hasKeys">) {
  const { t } = useTranslation();
  const hasChanged = !isBusy && (count > 0 || isUncertain);
  const what = isUncertain ? t("list.changedSome") : t("list.changed", { count });
  return (
    <>
      <span className="tm-visually-hidden" role="status">
        {hasChanged && what}
      </span>
      <button
        type="button"
        className={hasChanged ? "tm-icon-button tm-changed" : "tm-icon-button"}
        aria-label={hasChanged ? `${t("list.refresh")} ${what}` : t("list.refresh")}
        title={t(hasChanged ? "list.refreshChanged" : "list.refresh")}
        aria-disabled={isBusy}
        {...keyed(hasKeys, "r")}
        onClick={onRefresh}
      >
        <Icon name="reload" size={16} {...(isBusy ? { className: "tm-turning" } : {})} />
        {hasChanged && <span>{what}</span>}
      </button>
    </>
  );
}

interface DialogButtonProps {
  readonly icon: "import" | "export" | "inbox";
  readonly label: string;
  /** Undefined: none presses it. */
  readonly pressedBy: string | undefined;
  /** Given the button. */
  readonly onOpen: (button: HTMLElement) => void;
}

/** An icon that opens a dialog. */
function DialogButton({ icon, label, pressedBy, onOpen }: DialogButtonProps) {
  return (
    <button
      type="button"
      className="tm-icon-button"
      aria-label={label}
      title={label}
      aria-haspopup="dialog"
      aria-keyshortcuts={pressedBy}
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <Icon name={icon} size={16} />
    </button>
  );
}

const shapeIcons = {
  timeline: "clock-circle",
  gallery: "picture",
  cards: "appstore",
  board: "project",
  calendar: "calendar",
  map: "environment",
} as const;

/** One key goes through all shapes, and back to the table. */
function ShapeButtons({ shapes, hasKeys }: Pick<ToolbarProps, "shapes" | "hasKeys">) {
  const { t } = useTranslation();
  const now = shapes.findIndex(({ isOn }) => isOn);
  const next = Math.min(now + 1, shapes.length - 1);
  return shapes.map(({ name, isOn, turn }, index) => (
    <button
      key={name}
      type="button"
      className="tm-icon-button"
      aria-pressed={isOn}
      aria-label={t(`list.${name}`)}
      title={t(isOn ? "list.asTable" : `list.${name}`)}
      {...keyed(hasKeys && index === next, "l")}
      onClick={turn}
    >
      <Icon name={isOn ? "unordered-list" : shapeIcons[name]} size={16} />
    </button>
  ));
}

export const Toolbar = memo(function Toolbar({
  canAdd,
  canDelete,
  actions,
  selection,
  hint,
  isBusy,
  changed,
  columns,
  density,
  onDensity,
  onAdd,
  onDelete,
  onAction,
  onRefresh,
  onExport,
  onBatch,
  onImport,
  onBin,
  cells,
  shapes,
  hasKeys,
}: ToolbarProps) {
  const { t } = useTranslation();
  const other = density === "small" ? "middle" : "small";
  const pressedBy = (key: string) => (hasKeys ? key : undefined);
  const onPage = actions.filter(({ on }) => on !== "selection");
  return (
    <div className="tm-toolbar" data-commands="">
      <div className="tm-toolbar-left">
        {canAdd && (
          <Button type="primary" icon={<Icon name="plus" />} {...keyed(hasKeys, "n")} data-begins="" onClick={onAdd}>
            {t("list.add")}
          </Button>
        )}
        <ActionButtons actions={onPage} onAction={onAction} begins={!canAdd} hasKeys={hasKeys} />
        {selection === undefined ? (
          <Hint text={hint} />
        ) : (
          <OnRows
            canDelete={canDelete}
            actions={actions.filter(({ on }) => on === "selection")}
            selection={selection}
            hint={hint}
            onDelete={onDelete}
            onAction={onAction}
            onBatch={onBatch}
            hasKeys={hasKeys}
            before={onPage.length}
          />
        )}
      </div>
      <div className="tm-toolbar-right">
        {cells !== undefined && (
          <button
            type="button"
            className="tm-icon-button"
            aria-pressed={cells.isOn}
            aria-label={t("list.cells")}
            title={t(cells.isOn ? "list.cellsOff" : "list.cells")}
            {...keyed(hasKeys, "t")}
            onClick={cells.turn}
          >
            <Icon name="split-cells" size={16} />
          </button>
        )}
        <ShapeButtons shapes={shapes} hasKeys={hasKeys} />
        <Refresh isBusy={isBusy} changed={changed} onRefresh={onRefresh} hasKeys={hasKeys} />
        {onImport !== undefined && <DialogButton icon="import" label={t("list.import")} pressedBy={pressedBy("i")} onOpen={onImport} />}
        {onExport !== undefined && <DialogButton icon="export" label={t("list.export")} pressedBy={pressedBy("e")} onOpen={onExport} />}
        {onBin !== undefined && <DialogButton icon="inbox" label={t("list.bin")} pressedBy={pressedBy("b")} onOpen={onBin} />}
        <button
          type="button"
          className="tm-icon-button tm-density"
          aria-pressed={density === "small"}
          aria-label={`${t("list.density")} ${t("list.dense")}`}
          title={t(other === "small" ? "list.dense" : "list.loose")}
          {...keyed(hasKeys, "d")}
          onClick={() => onDensity(other)}
        >
          <Icon name="column-height" size={16} />
        </button>
        <ColumnSettings {...columns} pressedBy={pressedBy("c")} />
      </div>
    </div>
  );
});
