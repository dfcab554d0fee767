// The local error log as a table, with the two things one can do to it: upload and clear (docs/specification.md §2, §5, §8).
import { App, Button, Modal, Table, type TableColumnsType } from "antd";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { clearLog, logEntries, type LogEntry } from "../../log/local-log.ts";
import { useLog } from "../../log/use-log.ts";
import "./log.css";

/** Default path of the call (catalogue: web-log, sendLogs). */
const sendPath = "/user/send-logs";

type Row = LogEntry & { readonly key: number };

/** An entry whole, below its row. */
function details({ stack, message, info }: LogEntry) {
  return (
    <div className="tm-log-details">
      <pre>{stack || message}</pre>
      {info !== "" && <p>{info}</p>}
    </div>
  );
}

/** All entries in one table that scrolls: there are two hundred at most. */
const tableSize = { x: 980, y: 400 };

export default function LogDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const write = useWrite();
  const entries = useLog();
  const rows = useMemo(() => entries.map((entry, key): Row => ({ ...entry, key })), [entries]);
  const columns = useMemo(
    (): TableColumnsType<Row> => [
      { title: t("log.type"), dataIndex: "type", width: 80 },
      { title: t("log.url"), dataIndex: "url", width: 200, ellipsis: true },
      { title: t("log.message"), dataIndex: "message", width: 260, ellipsis: true },
      { title: t("log.stack"), dataIndex: "stack", width: 220, ellipsis: true },
      { title: t("log.time"), dataIndex: "time", width: 170 },
    ],
    [t],
  );
  const expandable = useMemo(
    () => ({
      expandedRowRender: details,
      expandRowByClick: true,
      columnTitle: <span className="tm-visually-hidden">{t("log.details")}</span>,
    }),
    [t],
  );
  const buttons = { okText: t("common.ok"), cancelText: t("common.cancel") };
  const upload = () =>
    modal.confirm({
      ...buttons,
      title: t("log.uploadConfirm"),
      onOk: async () => {
        try {
          await write({ path: sendPath, body: logEntries() });
        } catch (error) {
          notices.failed(error);
          return;
        }
        clearLog();
        notices.done(t("log.uploaded"));
        onClose();
      },
    });
  const clear = () =>
    modal.confirm({
      ...buttons,
      title: t("log.clearConfirm"),
      onOk: () => {
        clearLog();
        notices.done(t("log.cleared"));
      },
    });
  return (
    <Modal
      open
      // At once: a dialog still on its way would not hear Esc.
      transitionName=""
      maskTransitionName=""
      width={1000}
      title={t("log.title")}
      onCancel={onClose}
      footer={
        <>
          <Button danger disabled={rows.length === 0} onClick={clear}>
            {t("log.clear")}
          </Button>
          <Button type="primary" disabled={rows.length === 0} onClick={upload}>
            {t("log.upload")}
          </Button>
        </>
      }
    >
      <Table<Row>
        size="small"
        columns={columns}
        dataSource={rows}
        scroll={tableSize}
        pagination={false}
        locale={{ emptyText: t("log.empty") }}
        expandable={expandable}
      />
    </Modal>
  );
}
