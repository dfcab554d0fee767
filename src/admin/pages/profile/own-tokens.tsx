// The person's own API tokens: which there are, until when they are good, and the way to the screen that makes and revokes them.
import { List, Skeleton } from "antd";
import { use, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import "../../../fields/cells.css";
import { Tag } from "../../../fields/tag.tsx";
import { rowsOf, textOf, type Row } from "../../api/wire-data.ts";
import { addTexts } from "../../i18n/index.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { useRead } from "../../data/queries/reads.ts";
import { useWorkspace } from "../../workspace/workspace.ts";

const texts = addTexts("tokens");
const path = "/blade-auth/api-token/list";
/** A person has a few, fifty active ones at most; all are on the screen. */
const shown = 50;

/** States of the resource, with the colour of their tag. */
const states = { 1: ["active", "green"], 2: ["revoked", "red"], 3: ["expired", "orange"] } as const;
const stateOf = (value: unknown) => states[Number(value) === 1 ? 1 : Number(value) === 2 ? 2 : 3];

const recordsIn = (payload: unknown): readonly Row[] => rowsOf(payload);

interface OwnTokensProps {
  /** Where the screen of all tokens is. */
  readonly screen: string;
}

/** Default export, because it is loaded lazily. */
export default function OwnTokens({ screen }: OwnTokensProps): ReactNode {
  use(texts);
  const { t } = useTranslation();
  const { userId } = useWorkspace().person.user;
  const { value: tokens, failure, refetch } = useRead({ path, query: { userId_equal: userId, size: String(shown) } }, recordsIn);
  if (failure !== undefined && !failure.silent) return <ReadFailure message={failure.message || t("tokens.failed")} onRetry={refetch} />;
  if (tokens === undefined) return <Skeleton active paragraph={{ rows: 4 }} title={false} aria-label={t("common.loading")} />;
  return (
    <div className="tm-info-sessions">
      <div className="tm-info-sessions-head">
        <p>{t("tokens.lead")}</p>
        <Link to={`${screen}?${new URLSearchParams({ "f.userId": userId })}`}>{t("tokens.manage")}</Link>
      </div>
      <List
        dataSource={[...tokens]}
        rowKey={(row) => textOf(row["id"])}
        locale={{ emptyText: t("tokens.none") }}
        renderItem={(row) => {
          const [state, colour] = stateOf(row["status"]);
          const used = textOf(row["lastUsedTime"]);
          return (
            <List.Item>
              <List.Item.Meta
                title={
                  <>
                    {textOf(row["name"])} <Tag text={t(`tokens.${state}`)} colour={colour} />
                  </>
                }
                description={
                  <span className="tm-info-session-facts">
                    <span>{textOf(row["prefix"])}…</span>
                    <span>{t("tokens.until", { time: textOf(row["expireTime"]) })}</span>
                    <span>{used === "" ? t("tokens.unused") : t("tokens.used", { time: used })}</span>
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
