// The recycle bin of a list: what was removed, when and by whom; back again, or gone for good.
import { App, Button, Empty, Input, Modal, Skeleton } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useMayPurge } from "../../access/use-rights.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { rowTitle } from "../data/row-title.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { usePaused } from "../../ui/hooks/use-paused.ts";
import { DialogPages } from "../../ui/panels/dialog-pages.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useNotices } from "../../workspace/use-notices.ts";
import { PageCheckbox, RowCheckbox } from "../table/row-checkboxes.tsx";
import { createSelection, useSelectedKeys } from "../table/selection.ts";
import { removedPage, type BinRow } from "./removed-page.ts";
import { isOfRows, undoSingly } from "../row-actions/undo-singly.ts";
import "./bin.css";

const texts = addTexts("bin");

const pageSize = 10;
/** Names that a sentence lists. */
const maxNamed = 3;

/** Rows are looked for by a title that is a text in clear, and otherwise by what their list shows. */
const hasTextTitle = ({ fields, title }: ListViewModel): boolean =>
  fields.some(({ name, wire, sensitive }) => name === title && wire === "text" && sensitive !== true);

interface BinDialogProps {
  readonly screen: ListViewModel;
  readonly onClose: () => void;
}

export function BinDialog({ screen, onClose }: BinDialogProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const write = useWrite();
  const mayPurge = useMayPurge(screen);
  const [current, setCurrent] = useState(1);
  const [selection] = useState(createSelection);
  const selected = new Set(useSelectedKeys(selection));
  const [typed, setTyped] = useState("");
  const text = usePaused(typed.trim());
  const turnTo = (page: number) => {
    setCurrent(page);
    selection.set([]);
  };
  const request = {
    path: `${screen.path}/removed`,
    query: { current: String(current), size: String(pageSize), ...(text === "" ? {} : { text }) },
  };
  const { value, failure, refetch } = useRead(request, removedPage, { keepsPrevious: true });
  const rows = value?.rows ?? [];
  const chosen = rows.filter(({ id }) => selected.has(id));

  // Rows without a title of their own are named by what their list shows first.
  const titleOf = ({ title, row }: BinRow) =>
    title || (screen.title === screen.key ? rowTitle(screen, { ...row, [screen.key]: "" }) : "") || t("bin.unnamed");
  const namesOf = (wanted: readonly BinRow[]) =>
    wanted
      .slice(0, maxNamed)
      .map(titleOf)
      .join(pageLanguage() === "zh" ? "、" : ", ") + (wanted.length > maxNamed ? "…" : "");
  const send = async (call: "restore" | "purge", wanted: readonly BinRow[]) => {
    await write({
      path: `${screen.path}/${call}`,
      query: { ids: wanted.map(({ id }) => id).join(",") },
      resource: screen.name,
    });
    selection.set([]);
    // The last page may have gone with its last row.
    if (wanted.length >= rows.length && current > 1) setCurrent(current - 1);
  };
  /** Together, or, where that is refused because of some of them, each by itself. */
  const restoreAll = (wanted: readonly BinRow[]) =>
    send("restore", wanted).catch(async (error: unknown) => {
      if (wanted.length === 1 || !isOfRows(error)) throw error;
      await undoSingly(wanted, (row) => send("restore", [row]), titleOf);
    });
  const restore = (wanted: readonly BinRow[]) =>
    void restoreAll(wanted).then(() => notices.done(t("bin.restored", { names: namesOf(wanted) })), notices.failed);
  const purge = (wanted: readonly BinRow[]) => {
    modal.confirm({
      title: t("bin.purgeConfirm", { names: namesOf(wanted) }),
      content: t("bin.purgeLead", { count: wanted.length }),
      okText: t("bin.purge"),
      cancelText: t("common.cancel"),
      okButtonProps: { danger: true },
      autoFocusButton: "cancel",
      onOk: async () => {
        try {
          await send("purge", wanted);
          notices.done(t("bin.purged"));
        } catch (error) {
          notices.failed(error);
        }
      },
    });
  };

  const isChosen = chosen.length > 0;
  const isTitled = hasTextTitle(screen);
  const search = t(isTitled ? "bin.search" : "bin.searchShown");
  return (
    <Modal
      open
      className="tf-dialog"
      width={820}
      title={t("bin.title", { name: listName(screen, pageLanguage()) })}
      onCancel={onClose}
      footer={
        <>
          {mayPurge && (
            <Button danger disabled={!isChosen} onClick={() => purge(chosen)}>
              {t("bin.purge")}
            </Button>
          )}
          <Button type="primary" disabled={!isChosen} onClick={() => restore(chosen)}>
            {t("bin.restore")}
          </Button>
          <Button autoFocus onClick={onClose}>
            {t("bin.close")}
          </Button>
        </>
      }
    >
      <p className="tm-soft">{t("bin.lead")}</p>
      <Input
        className="tm-bin-search"
        aria-label={search}
        placeholder={search}
        allowClear
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          turnTo(1);
        }}
      />
      {failure !== undefined && !failure.silent && <ReadFailure message={failure.message} onRetry={refetch} />}
      {value === undefined && failure === undefined && <Skeleton active />}
      {value !== undefined && rows.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t(text === "" ? "bin.empty" : isTitled ? "bin.none" : "bin.noneShown")} />
      )}
      {rows.length > 0 && (
        <table className="tm-bin">
          <thead>
            <tr>
              <th scope="col">
                <PageCheckbox selection={selection} keys={rows.map(({ id }) => id)} label={t("list.selectAll")} />
              </th>
              <th scope="col">{t("bin.row")}</th>
              <th scope="col">{t("bin.time")}</th>
              <th scope="col">{t("bin.person")}</th>
              <th scope="col">{t("bin.actions")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} data-row-key={row.id}>
                <td>
                  <RowCheckbox selection={selection} id={row.id} label={t("list.select", { row: titleOf(row) })} />
                </td>
                <th scope="row">{titleOf(row)}</th>
                <td>{row.time}</td>
                <td>{row.person}</td>
                <td>
                  <Button type="link" size="small" aria-label={t("bin.restoreRow", { row: titleOf(row) })} onClick={() => restore([row])}>
                    {t("bin.restore")}
                  </Button>
                  {mayPurge && (
                    <Button
                      type="link"
                      size="small"
                      danger
                      aria-label={t("bin.purgeRow", { row: titleOf(row) })}
                      onClick={() => purge([row])}
                    >
                      {t("bin.purge")}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {value !== undefined && <DialogPages current={current} pageSize={pageSize} total={value.total} onChange={turnTo} />}
    </Modal>
  );
}
