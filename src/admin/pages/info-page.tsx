// Personal information (specification §2): the person's own data, and their password, each a form made of what the definition of users asks for.
import { Alert, App, Button, Skeleton, Tabs } from "antd";
import { use, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Screen, ScreenAction } from "../../schema/screen.ts";
import { failureOf, type ApiFailure } from "../api/failure.ts";
import { isRecord, textOf, type Row } from "../api/record.ts";
import { request } from "../api/request.ts";
import { changeUser } from "../api/session.ts";
import { formOfAction, type FormMode, type FormValues } from "../forms/form-definition.ts";
import { useFormId } from "../forms/form-id.ts";
import { ResourceForm, type FormHandle } from "../forms/resource-form.tsx";
import { RouteGuard } from "../forms/route-guard.tsx";
import { release, useDirtyForm, useDirtyGuard, useUnsavedGuard } from "../forms/unsaved-guard.ts";
import { rowOf, valuesOfRecord } from "../forms/values.ts";
import { addTexts } from "../i18n/index.ts";
import { pageTexts } from "../i18n/page-texts.ts";
import { callAction } from "../screens/action-call.ts";
import { loadScreen } from "../screens/load.ts";
import { usePageTitle } from "../shell/page-title.ts";
import { ErrorPage } from "./error-page.tsx";
import "./info-page.css";

const texts = addTexts(pageTexts);
/** Whose definition says what a person may change of themselves. */
const resource = "user";

interface OwnFormProps {
  readonly screen: Screen;
  readonly action: ScreenAction;
  readonly record: Row;
  /** An edit sends what was emptied (contract §4); what is created has no values before. */
  readonly mode: FormMode;
  readonly done: string;
  readonly onDone: (sent: Row) => void;
}

/** One of the two forms. It begins anew with what was saved, under another key of its caller. */
function OwnForm({ screen, action, record, mode, done, onDone }: OwnFormProps): ReactNode {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const formId = useFormId();
  const form = useMemo(() => ({ ...formOfAction(action, false), mode }), [action, mode]);
  const initial = useMemo<FormValues>(() => valuesOfRecord(form.editable, record), [form, record]);
  const handle = useRef<FormHandle>(null);
  const guard = useDirtyGuard();
  const { ask } = useUnsavedGuard(guard);
  useDirtyForm(guard, handle);
  const [failure, setFailure] = useState<ApiFailure>();
  const [isBusy, setBusy] = useState(false);
  const [round, setRound] = useState(0);

  const save = async (values: FormValues) => {
    if (isBusy) return;
    setBusy(true);
    setFailure(undefined);
    const sent = rowOf(form, initial, values);
    try {
      await callAction(screen, action, { rows: [] }, sent);
      release(guard);
      message.success(done);
      onDone(sent);
    } catch (error) {
      const found = failureOf(error);
      const elsewhere = handle.current?.refuse(found.issues) ?? found.issues;
      if (!found.silent && (found.issues.length === 0 || elsewhere.length > 0)) setFailure(found);
    }
    setBusy(false);
  };

  return (
    <div className="tm-info-form" aria-busy={isBusy}>
      <RouteGuard guard={guard} ask={ask} />
      {failure !== undefined && <Alert className="tf-alert" type="error" showIcon role="alert" message={failure.message} />}
      <ResourceForm key={round} ref={handle} formId={formId} form={form} initial={initial} before={initial} record={record} onSubmit={(values) => void save(values)} />
      <p className="tm-info-buttons">
        {/* The field keeps the focus until the click: leaving it may take an error away, and with it the button from under the pointer. */}
        <Button type="primary" htmlType="submit" form={formId} loading={isBusy} onMouseDown={(event) => event.preventDefault()}>
          {t("info.save")}
        </Button>
        <Button
          onClick={() => {
            setFailure(undefined);
            setRound(round + 1);
          }}
        >
          {t("info.reset")}
        </Button>
      </p>
    </div>
  );
}

const noRecord: Row = {};

function actionOf(screen: Screen, name: string): ScreenAction {
  const action = screen.actions.find((one) => one.name === name);
  if (action === undefined) throw new Error(`the definition of ${screen.name} has no action ${name}`);
  return action;
}

/** Who the person is beside what they may change. */
function Facts({ record }: { readonly record: Row }): ReactNode {
  const { t } = useTranslation();
  const facts = [
    [t("shell.account"), textOf(record["account"])],
    [t("shell.tenant"), textOf(record["tenantId"])],
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
  const [state, setState] = useState<{ readonly record?: Row; readonly failure?: ApiFailure; readonly round: number }>({ round: 0 });
  const load = useCallback(async () => {
    try {
      const data = await request("GET", `${screen.path}/info`);
      setState(({ round }) => ({ record: isRecord(data) ? data : noRecord, round: round + 1 }));
    } catch (error) {
      setState(({ round }) => ({ failure: failureOf(error), round }));
    }
  }, [screen.path]);
  useEffect(() => void load(), [load]);
  if (state.failure !== undefined && !state.failure.silent) {
    return <Alert type="error" showIcon role="alert" message={state.failure.message || t("info.failed")} action={<Button size="small" onClick={() => void load()}>{t("common.retry")}</Button>} />;
  }
  if (state.record === undefined) return <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />;
  const taken = (sent: Row) => {
    changeUser({ name: textOf(sent["realName"]) || textOf(sent["name"]), avatar: textOf(sent["avatar"]) });
    void load();
  };
  return (
    <>
      <Facts record={state.record} />
      <OwnForm key={state.round} screen={screen} action={actionOf(screen, "updateInfo")} record={state.record} mode="edit" done={t("info.saved")} onDone={taken} />
    </>
  );
}

function OwnPassword({ screen }: { readonly screen: Screen }): ReactNode {
  const { t } = useTranslation();
  const [round, setRound] = useState(0);
  return <OwnForm key={round} screen={screen} action={actionOf(screen, "updatePassword")} record={noRecord} mode="create" done={t("info.passwordChanged")} onDone={() => setRound(round + 1)} />;
}

/** Default export, because it is loaded as a part of its own. */
export default function InfoPage(): ReactNode {
  use(texts);
  const screen = use(loadScreen(resource));
  const { t } = useTranslation();
  usePageTitle(t("info.title"));
  if (screen === undefined) return <ErrorPage kind="notFound" />;
  return (
    <section className="tm-card tm-info" aria-label={t("info.title")}>
      <h1 className="tm-visually-hidden">{t("info.title")}</h1>
      <Tabs
        items={[
          { key: "own", label: t("info.own"), children: <OwnData screen={screen} /> },
          { key: "password", label: t("info.password"), children: <OwnPassword screen={screen} /> },
        ]}
      />
    </section>
  );
}
