// The recycle bin of a list: what was removed, when and by whom; back again, or gone for good.
import { App, Button, Modal, Table, type TableColumnsType } from "antd";
import { use, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useMayPurge } from "../../access/use-rights.ts";
import { addTexts, language as pageLanguage } from "../../i18n/index.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { listName } from "../../data/screen-models/list-name.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useEvent } from "../../ui/hooks/use-event.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { removedPage, type BinRow } from "./removed-page.ts";

const texts = addTexts("bin");

const pageSize = 10;
/** Names that a sentence lists. */
const maxNamed = 3;

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
  const [chosen, setChosen] = useState<readonly BinRow[]>([]);
  const request = { path: `${screen.path}/removed`, query: { current: String(current), size: String(pageSize) } };
  const { value, failure, isBusy, refetch } = useRead(request, removedPage, { keepsPrevious: true });
  const rows = value?.rows ?? [];

  const titleOf = useEvent(({ title }: BinRow) => (title === "" ? t("bin.unnamed") : title));
  const checkboxOf = (row: BinRow) => {
    const label = t("list.select", { row: titleOf(row) });
    return { "aria-label": label, title: label };
  };
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
    setChosen([]);
    // The last page may have gone with its last row.
    if (wanted.length >= rows.length && current > 1) setCurrent(current - 1);
  };
  const restore = useEvent((wanted: readonly BinRow[]) => {
    send("restore", wanted).then(() => notices.done(t("bin.restored", { names: namesOf(wanted) })), notices.failed);
  });
  const purge = useEvent((wanted: readonly BinRow[]) => {
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
  });

  const columns = useMemo(
    (): TableColumnsType<BinRow> => [
      { title: t("bin.row"), key: "title", ellipsis: true, render: (_value, row) => titleOf(row) },
      { title: t("bin.time"), dataIndex: "time", width: 170 },
      { title: t("bin.person"), dataIndex: "person", width: 120, ellipsis: true },
      {
        title: t("bin.actions"),
        key: "actions",
        width: mayPurge ? 200 : 100,
        render: (_value, row) => (
          <>
            <Button type="link" size="small" aria-label={t("bin.restoreRow", { row: titleOf(row) })} onClick={() => restore([row])}>
              {t("bin.restore")}
            </Button>
            {mayPurge && (
              <Button type="link" size="small" danger aria-label={t("bin.purgeRow", { row: titleOf(row) })} onClick={() => purge([row])}>
                {t("bin.purge")}
              </Button>
            )}
          </>
        ),
      },
    ],
    [t, mayPurge, titleOf, restore, purge],
  );
  const isChosen = chosen.length > 0;
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
      {failure === undefined || failure.silent ? (
        <Table<BinRow>
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={[...rows]}
          loading={isBusy && value === undefined}
          locale={{ emptyText: t("bin.empty") }}
          rowSelection={{
            selectedRowKeys: chosen.map(({ id }) => id),
            onChange: (_keys, selected) => setChosen(selected),
            getTitleCheckboxProps: () => ({ "aria-label": t("list.selectAll") }),
            getCheckboxProps: checkboxOf,
          }}
          pagination={{ current, pageSize, total: value?.total ?? 0, showSizeChanger: false, hideOnSinglePage: true, onChange: setCurrent }}
        />
      ) : (
        <ReadFailure message={failure.message} onRetry={refetch} />
      )}
    </Modal>
  );
}
