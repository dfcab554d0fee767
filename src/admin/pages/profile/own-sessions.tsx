// Where the person is signed in, and signing out there (issue "Authority").
import { App, Button, List, Skeleton } from "antd";
import type { ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import "../../../fields/cells.css";
import { Tag } from "../../../fields/tag.tsx";
import { isRecord, rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { useRead } from "../../data/queries/reads.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { deviceOf } from "../../../schema/device-name.ts";

const path = "/blade-auth/oauth/sessions";

interface OwnSession {
  readonly id: string;
  readonly userAgent: string;
  readonly address: string;
  readonly signInTime: string;
  readonly lastTime: string;
  readonly isCurrent: boolean;
}

const sessionOf = (row: Row): OwnSession => ({
  id: textOf(row["id"]),
  userAgent: textOf(row["userAgent"]),
  address: textOf(row["address"]),
  signInTime: textOf(row["signInTime"]),
  lastTime: textOf(row["lastTime"]),
  isCurrent: row["isCurrent"] === true,
});

const sessionsIn = (payload: unknown): readonly OwnSession[] => rowsOf(payload).map(sessionOf);

/** Confirms, calls, reports how many ended. */
interface Ending {
  readonly title: string;
  readonly text: string;
  readonly call: string;
  readonly query?: Readonly<Record<string, string>>;
}

export function OwnSessions(): ReactNode {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const notices = useNotices();
  const { value: sessions, failure, refetch } = useRead({ path }, sessionsIn);
  const write = useWrite();

  const end = ({ title, text, call, query = {} }: Ending) =>
    modal.confirm({
      title,
      content: text,
      okText: t("sessions.end"),
      okButtonProps: { danger: true },
      cancelText: t("sessions.cancel"),
      onOk: async () => {
        try {
          const answer = await write({ path: path + call, query });
          notices.done(t("sessions.ended", { count: Number(isRecord(answer) ? answer["count"] : 0) }));
        } catch (error) {
          notices.failed(error);
        }
        refetch();
      },
    });

  const deviceName = ({ userAgent }: OwnSession): string => {
    const { browser, system } = deviceOf(userAgent);
    if (browser !== "" && system !== "") return t("sessions.device", { browser, system });
    return browser || system || t("sessions.unknown");
  };

  if (failure !== undefined && !failure.silent) {
    return <ReadFailure message={failure.message || t("sessions.failed")} onRetry={refetch} />;
  }
  if (sessions === undefined) return <Skeleton active paragraph={{ rows: 4 }} title={false} aria-label={t("common.loading")} />;
  const others = sessions.filter((one) => !one.isCurrent);
  return (
    <div className="tm-info-sessions">
      <div className="tm-info-sessions-head">
        <p>{t("sessions.lead")}</p>
        {others.length === 0 ? (
          <span className="tm-soft">{t("sessions.alone")}</span>
        ) : (
          <Button
            danger
            onClick={() =>
              end({ title: t("sessions.endOthersTitle"), text: t("sessions.endOthersText", { count: others.length }), call: "/end-others" })
            }
          >
            {t("sessions.endOthers")}
          </Button>
        )}
      </div>
      <List
        dataSource={[...sessions]}
        rowKey="id"
        renderItem={(one) => {
          const device = deviceName(one);
          return (
            <List.Item
              actions={
                one.isCurrent
                  ? []
                  : [
                      <Button
                        key="end"
                        size="small"
                        aria-label={t("sessions.endOf", { device })}
                        onClick={() =>
                          end({
                            title: t("sessions.endTitle"),
                            text: t("sessions.endText", { device }),
                            call: "/end",
                            query: { ids: one.id },
                          })
                        }
                      >
                        {t("sessions.end")}
                      </Button>,
                    ]
              }
            >
              <List.Item.Meta
                title={
                  <span title={one.userAgent}>
                    {device} {one.isCurrent && <Tag text={t("sessions.current")} colour="green" />}
                  </span>
                }
                description={
                  <span className="tm-info-session-facts">
                    <span>{one.address || t("sessions.noAddress")}</span>
                    <span>
                      {t("sessions.since")} {one.signInTime}
                    </span>
                    <span>
                      {t("sessions.used")} {one.lastTime}
                    </span>
                  </span>
                }
              />
            </List.Item>
          );
        }}
      />
    </div>
  );
}
