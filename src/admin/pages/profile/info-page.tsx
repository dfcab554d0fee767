// Personal information (docs/specification.md §2): the user's own data and password, each a form of the users definition, and their
// sessions.
import { Skeleton } from "antd";
import { lazy, Suspense, use, useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { defaultAvatar } from "../../../schema/default-avatar.ts";
import type { Screen } from "../../../schema/screen.ts";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { useRead } from "../../data/queries/reads.ts";
import { changeUser } from "../../api/session.ts";
import type { FormMode } from "../../inputs/values/form-definition.ts";
import { actionOf, PageForm } from "../../forms/actions/page-form.tsx";
import { addTexts } from "../../i18n/index.ts";
import { TabList } from "../../ui/panels/tab-list.tsx";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import { loadScreen } from "../../data/screen-models/load.ts";
import { settings } from "../../browser/settings.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { usePageTitle } from "../../workspace/page-title.ts";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { OwnSessions } from "./own-sessions.tsx";
import "./info-page.css";

const texts = addTexts("pages");
const OwnFactor = lazy(() => import("./own-factor.tsx"));
const OwnTokens = lazy(() => import("./own-tokens.tsx"));
/** The resource whose definition declares what users may change of their own data. */
const resource = "user";

const noRecord: Row = {};
const recordIn = (payload: unknown): Row => (isRecord(payload) ? payload : noRecord);

interface OwnFormProps {
  readonly screen: Screen;
  readonly name: "updateInfo" | "updatePassword";
  readonly record: Row;
  readonly mode: FormMode;
  readonly done: string;
  readonly onDone: (sent: Row) => void;
}

/** One of the two forms. */
function OwnForm({ screen, name, ...rest }: OwnFormProps): ReactNode {
  const { t } = useTranslation();
  const buttons = useMemo(() => [{ label: t("info.save") }], [t]);
  return <PageForm {...rest} screen={screen} action={actionOf(screen, name)} buttons={buttons} resetLabel={t("info.reset")} />;
}

/** Read-only data of the user. */
function Facts({ record }: { readonly record: Row }): ReactNode {
  const { t } = useTranslation();
  const facts = [
    [t("shell.account"), textOf(record["account"])],
    [t("shell.tenant"), textOf(record["tenantName"]) || textOf(record["tenantId"])],
    [t("info.roles"), textOf(record["roleName"])],
    [t("info.depts"), textOf(record["deptName"])],
  ] as const;
  return (
    <dl className="tm-info-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === "" ? <span className="tm-soft">{t("info.nothing")}</span> : value.replaceAll(",", "、")}</dd>
        </div>
      ))}
    </dl>
  );
}

function OwnData({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const { value: record, failure, refetch } = useRead({ path: `${screen.path}/info` }, recordIn);
  if (failure !== undefined && !failure.silent) {
    return <ReadFailure message={failure.message || t("info.failed")} onRetry={refetch} />;
  }
  if (record === undefined) return <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />;
  const taken = (sent: Row) => {
    changeUser({ name: textOf(sent["realName"]) || textOf(sent["name"]), avatar: textOf(sent["avatar"]) || defaultAvatar });
    refetch();
  };
  return (
    <>
      <Facts record={record} />
      <OwnForm
        key={JSON.stringify(record)}
        screen={screen}
        name="updateInfo"
        record={record}
        mode="edit"
        done={t("info.saved")}
        onDone={taken}
      />
    </>
  );
}

function OwnPassword({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  return (
    <OwnForm
      key={round}
      screen={screen}
      name="updatePassword"
      record={noRecord}
      mode="create"
      done={t("info.passwordChanged")}
      onDone={() => setRound(round + 1)}
    />
  );
}

/** A tab that is loaded when it is opened. */
function Later({ children }: { readonly children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<Skeleton active paragraph={{ rows: 3 }} title={false} aria-label={t("common.loading")} />}>{children}</Suspense>
  );
}

/** Default export, because it is loaded lazily. */
export default function InfoPage(): ReactNode {
  use(texts);
  const screen = use(loadScreen(resource));
  const { t } = useTranslation();
  usePageTitle(t("info.title"));
  const { menu } = useWorkspace();
  // Of those who may see tokens at all.
  const tokens = flatMenu(menu).find(({ code }) => code === "api-token")?.path;
  if (screen === undefined) return <NotFoundPage />;
  return (
    <section className="tm-card tm-info" aria-label={t("info.title")}>
      <h1 className="tm-visually-hidden">{t("info.title")}</h1>
      <TabList
        label={t("info.title")}
        tabs={[
          { key: "own", label: t("info.own"), content: <OwnData screen={screen} /> },
          { key: "password", label: t("info.password"), content: <OwnPassword screen={screen} /> },
          ...(settings.sessions
            ? [
                {
                  key: "factor",
                  label: t("info.factor"),
                  content: (
                    <Later>
                      <OwnFactor />
                    </Later>
                  ),
                },
              ]
            : []),
          ...(settings.sessions ? [{ key: "sessions", label: t("sessions.title"), content: <OwnSessions /> }] : []),
          ...(tokens === undefined
            ? []
            : [
                {
                  key: "tokens",
                  label: t("info.tokens"),
                  content: (
                    <Later>
                      <OwnTokens screen={tokens} />
                    </Later>
                  ),
                },
              ]),
        ]}
      />
    </section>
  );
}
