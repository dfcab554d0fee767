// Definitions from tables: a table of a data source or a file, the definition that is proposed for it, corrections, and how it would look.
import { Alert, Button, Input, Radio, Select, Skeleton } from "antd";
import { use, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router-dom";
import type { Proposal, ProposedField } from "../../proposal/proposal.ts";
import { inLanguage } from "../../schema/text.ts";
import { failureOf } from "../api/failure.ts";
import { isRecord, textOf } from "../api/wire-data.ts";
import { useNotices } from "../workspace/use-notices.ts";
import { addTexts } from "../i18n/index.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { useLanguage } from "../i18n/language.ts";
import { FailureNote, Guide } from "../ui/states/list-notes.tsx";
import { flatMenu } from "../workspace/menu.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import { asContext, asPreview, asProposal, asProposals, asTables, type PreviewAnswer, type ProposalAnswer } from "./proposal/answers.ts";
import { FieldGrid } from "./proposal/field-grid.tsx";
import { ScreenPreview } from "./proposal/screen-preview.tsx";
import { useRead } from "../data/queries/reads.ts";
import { useWrite } from "../data/queries/writes.ts";
import { savePosted } from "../data/queries/save-file.ts";
import type { HandMadePageProps } from "./page-registry.ts";
import "./proposal/proposal.css";

const texts = addTexts("proposal");
const mostBytes = 700 * 1024;
/** Milliseconds after the last key before the server looks at what was typed. */
const pause = 400;

/** What a definition is proposed from. */
const inputs = ["table", "sheet", "schema"] as const;

const asSources = (payload: unknown) =>
  (Array.isArray(payload) ? payload : []).filter(isRecord).map((row) => ({ value: textOf(row["id"]), label: textOf(row["name"]) }));

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

interface EditorProps {
  readonly path: string;
  readonly answers: readonly ProposalAnswer[];
}

/** One of the proposals, corrected; all of them can be taken along. */
function Editor({ path, answers }: EditorProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const notices = useNotices();
  const write = useWrite();
  const prefix = useId();
  const { value: context } = useRead({ path: `${path}/context` }, asContext);
  const [at, setAt] = useState(0);
  const [proposals, setProposals] = useState<readonly Proposal[]>(() => answers.map(({ proposal }) => proposal));
  const [preview, setPreview] = useState<PreviewAnswer>();
  const [failure, setFailure] = useState<string>();
  const [edition, setEdition] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const proposal = proposals[at];
  const change = (more: Partial<Proposal>) => setProposals((old) => old.map((one, index) => (index === at ? { ...one, ...more } : one)));
  const changeField = (index: number, field: ProposedField) => {
    const before = proposal?.fields[index];
    const renamed = before !== undefined && before.name !== field.name;
    const fields = (proposal?.fields ?? []).map((one, place) => (place === index ? field : one));
    const name = (one: string) => (renamed && one === before.name ? field.name : one);
    change({
      fields,
      ...(renamed && proposal !== undefined
        ? {
            title: name(proposal.title),
            unique: proposal.unique.map((key) => key.map(name)),
            rules: proposal.rules.map((rule) => ({ ...rule, left: name(rule.left), right: name(rule.right) })),
          }
        : {}),
    });
  };
  const latest = useRef(0);
  useEffect(() => {
    const turn = (latest.current += 1);
    const timer = setTimeout(() => {
      setBusy(true);
      write({ path: `${path}/preview`, body: proposal })
        .then((payload) => {
          if (turn !== latest.current) return;
          setPreview(asPreview(payload));
          setFailure(undefined);
          setEdition((old) => old + 1);
        })
        .catch((error: unknown) => {
          if (turn === latest.current) setFailure(failureOf(error).message);
        })
        .finally(() => {
          if (turn === latest.current) setBusy(false);
        });
    }, pause);
    return () => clearTimeout(timer);
  }, [proposal, path, write]);
  if (proposal === undefined) return null;
  const errors = (preview?.findings ?? []).filter(({ level }) => level === "error");
  const general = errors.filter(({ place }) => place[0] !== "fields");
  const remarks = answers[at]?.remarks ?? [];
  const ofTable = remarks.filter(({ column }) => column === undefined);
  const take = (taken: readonly Proposal[]) =>
    void savePosted(`${path}/pack`, { body: { proposals: taken } }, "definitions.zip").catch(notices.failed);
  const writeFiles = () => {
    write({ path: `${path}/write`, body: { proposals: [proposal] } })
      .then(() => notices.done(t("proposal.written", { files: preview?.file ?? "" })))
      .catch(notices.failed);
  };
  const texted = ["name", "zh", "en", "path"] as const;
  return (
    <div className="tp-parts">
      <section className="tm-card" aria-label={t("proposal.definition")}>
        {answers.length > 1 && (
          <Select
            className="tp-which"
            aria-label={t("proposal.definition")}
            value={at}
            showSearch
            optionFilterProp="label"
            options={proposals.map((one, index) => ({ value: index, label: `${inLanguage([one.zh, one.en], language)} ${one.name}` }))}
            onChange={setAt}
          />
        )}
        <div className="tp-head">
          <div>
            <label htmlFor={`${prefix}area`}>{t("proposal.area")}</label>
            <Select
              id={`${prefix}area`}
              value={proposal.area}
              options={(context?.areas ?? []).map(({ name, label }) => ({ value: name, label: inLanguage(label, language) }))}
              onChange={(area: string) => change({ area })}
            />
          </div>
          {texted.map((name) => (
            <div key={name}>
              <label htmlFor={prefix + name}>{t(`proposal.${name}`)}</label>
              <Input id={prefix + name} value={proposal[name]} onChange={(event) => change({ [name]: event.target.value })} />
            </div>
          ))}
          <div>
            <label htmlFor={`${prefix}title`}>{t("proposal.titleField")}</label>
            <Select
              id={`${prefix}title`}
              value={proposal.title}
              options={["id", ...proposal.fields.filter(({ isKept }) => isKept).map(({ name }) => name)].map((value) => ({
                value,
                label: value,
              }))}
              onChange={(title: string) => change({ title })}
            />
          </div>
        </div>
        {ofTable.length > 0 && (
          <Alert
            type="info"
            message={
              <ul className="tp-notes">
                {ofTable.map(({ text }) => (
                  <li key={text[1]}>{inLanguage(text, language)}</li>
                ))}
              </ul>
            }
          />
        )}
        <FieldGrid
          fields={proposal.fields}
          remarks={remarks}
          findings={errors}
          resources={context?.resources ?? []}
          builders={context?.builders ?? []}
          onChange={changeField}
        />
        <p className="tp-buttons">
          <Button type="primary" onClick={() => take([proposal])}>
            {t("proposal.download")}
          </Button>
          {proposals.length > 1 && (
            <Button onClick={() => take(proposals)}>{t("proposal.downloadAll", { count: proposals.length })}</Button>
          )}
          <Button disabled={context?.canWrite !== true || errors.length > 0} onClick={writeFiles}>
            {t("proposal.write")}
          </Button>
          {context?.canWrite === false && <span className="tm-soft">{t("proposal.onlyDev")}</span>}
        </p>
      </section>
      <div className="tp-side">
        <section className="tm-card" aria-label={t("proposal.findings")} aria-live="polite" aria-busy={isBusy}>
          <h2>{t("proposal.findings")}</h2>
          {failure !== undefined ? (
            <Alert type="error" showIcon message={failure} />
          ) : preview === undefined ? (
            <Skeleton active title={false} paragraph={{ rows: 1 }} aria-label={t("proposal.busy")} />
          ) : errors.length === 0 ? (
            <Alert type="success" showIcon message={t("proposal.noFindings")} />
          ) : (
            <ul className="tp-notes">
              {[...general, ...errors.filter((one) => !general.includes(one))].map(({ code, message }) => (
                <li key={code + message.problem} className="tp-error" lang="en">
                  {message.problem}. {message.remedy}
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="tm-card" aria-label={t("proposal.preview")}>
          <h2>{t("proposal.preview")}</h2>
          {preview?.screen === undefined ? <Skeleton active /> : <ScreenPreview screen={preview.screen} edition={edition} />}
        </section>
        <section className="tm-card" aria-label={t("proposal.source")}>
          <h2>
            {t("proposal.source")} <code>{preview?.file}</code>
          </h2>
          {/* It scrolls, so that the keyboard must reach it. */}
          <pre className="tp-code" tabIndex={0} aria-label={t("proposal.source")}>
            {preview?.source}
          </pre>
        </section>
      </div>
    </div>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodeProposalPage({ screen }: HandMadePageProps) {
  use(texts);
  const { t } = useTranslation();
  const notices = useNotices();
  const write = useWrite();
  const prefix = useId();
  const { path } = screen;
  const { menu } = useWorkspace();
  const datasources = useMemo(() => flatMenu(menu).find(({ code }) => code === "datasource")?.path, [menu]);
  const [parameters] = useSearchParams();
  const codeId = parameters.get("code") ?? "";
  const [isFile, setFile] = useState(false);
  const [fileName, setFileName] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const [source, setSource] = useState("");
  const [search, setSearch] = useState("");
  const [table, setTable] = useState("");
  const [read, setRead] = useState<{ readonly key: string; readonly answers: readonly ProposalAnswer[] }>();
  const asked = useDeferredValue(search);
  const { value: listed } = useRead({ path: "/blade-system/datasource/select" }, asSources);
  const sources = listed ?? [];
  // Known to be none: neither still being read nor refused.
  const hasNoSource = listed !== undefined && listed.length === 0;
  const tables = useRead({ path: `${path}/tables`, query: { datasourceId: source, search: asked } }, asTables, {
    isOn: source !== "",
    staleTime: 60_000,
  });
  const query = useMemo(
    (): Readonly<Record<string, string>> => (table === "" ? { codeId } : { datasourceId: source, table }),
    [source, table, codeId],
  );
  const proposed = useRead({ path: `${path}/table`, query }, asProposal, { isOn: !isFile && (table !== "" || codeId !== "") });
  const open = (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > mostBytes) {
      notices.refused(t("proposal.fileTooLarge"));
      return;
    }
    setFile(true);
    setFileName(file.name);
    base64Of(file)
      .then((content) => write({ path: `${path}/read`, body: { name: file.name, content } }))
      .then((payload) => setRead({ key: `${file.name}${file.lastModified}${Date.now()}`, answers: asProposals(payload) }))
      .catch(notices.failed);
  };
  const shown = isFile ? read : proposed.value === undefined ? undefined : { key: JSON.stringify(query), answers: [proposed.value] };
  const failure = isFile ? undefined : (tables.failure ?? proposed.failure);
  return (
    <section className="tp-page" aria-label={t("proposal.title")}>
      <h1 className="tm-visually-hidden">{t("proposal.title")}</h1>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".xlsx,.csv,.json,.yaml,.yml"
        onChange={({ target }) => {
          open(target.files?.[0]);
          // The same file, put right, may be chosen again.
          target.value = "";
        }}
      />
      <div className="tm-card">
        <div className="tp-source">
          <Radio.Group
            aria-label={t("proposal.from")}
            optionType="button"
            value={isFile}
            options={[
              { value: false, label: t("proposal.fromTable") },
              { value: true, label: t("proposal.fromFile") },
            ]}
            onChange={(event) => setFile(event.target.value === true)}
          />
          {isFile ? (
            <div>
              <span className="tp-file">
                <Button icon={<Icon name="upload" />} aria-describedby={`${prefix}hint`} onClick={() => picker.current?.click()}>
                  {t("proposal.file")}
                </Button>
                <span role="status">{fileName}</span>
              </span>
              <span id={`${prefix}hint`} className="tm-soft">
                {t("proposal.fileHint")}
              </span>
            </div>
          ) : (
            <>
              <div>
                <label htmlFor={`${prefix}source`}>{t("proposal.datasource")}</label>
                <Select
                  id={`${prefix}source`}
                  placeholder={t("proposal.chooseDatasource")}
                  showSearch
                  optionFilterProp="label"
                  {...(source === "" ? {} : { value: source })}
                  options={sources}
                  onChange={(chosen: string) => {
                    setSource(chosen);
                    setTable("");
                  }}
                />
              </div>
              <div>
                <label htmlFor={`${prefix}table`}>{t("proposal.table")}</label>
                <Select
                  id={`${prefix}table`}
                  placeholder={t("proposal.chooseTable")}
                  showSearch
                  filterOption={false}
                  disabled={source === ""}
                  {...(table === "" ? {} : { value: table })}
                  options={(tables.value ?? []).map(({ name, comment }) => ({
                    value: name,
                    label: comment === "" ? name : `${name} ${comment}`,
                  }))}
                  onSearch={setSearch}
                  onChange={setTable}
                />
              </div>
            </>
          )}
        </div>
      </div>
      {failure !== undefined ? (
        <div className="tm-card">
          <FailureNote message={failure.message} onRetry={tables.failure === undefined ? proposed.refetch : tables.refetch} />
        </div>
      ) : shown === undefined ? (
        <div className="tm-card">
          <Guide
            icon="table"
            title={t("proposal.begin")}
            text={t("proposal.purpose")}
            steps={[t("proposal.step1"), t("proposal.step2"), t("proposal.step3")]}
          >
            <dl className="tp-inputs">
              {inputs.map((name) => (
                <div key={name}>
                  <dt>{t(`proposal.inputs.${name}`)}</dt>
                  <dd className="tm-soft">{t(`proposal.inputHints.${name}`)}</dd>
                </div>
              ))}
            </dl>
            <Button type="primary" icon={<Icon name="upload" />} onClick={() => picker.current?.click()}>
              {t("proposal.file")}
            </Button>
            {datasources !== undefined && hasNoSource && <Link to={`${datasources}?mode=create`}>{t("proposal.addDatasource")}</Link>}
          </Guide>
        </div>
      ) : (
        <Editor key={shown.key} path={path} answers={shown.answers} />
      )}
    </section>
  );
}
