// Definitions from tables: a table of a data source or a file, the definition that is proposed for it, corrections, and how it would look.
import { Button, Radio, Select } from "antd";
import { use, useDeferredValue, useId, useMemo, useRef, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link, useSearchParams } from "react-router-dom";
import { isRecord, textOf } from "../api/wire-data.ts";
import { useRead } from "../data/queries/reads.ts";
import { useWrite } from "../data/queries/writes.ts";
import { addTexts } from "../i18n/index.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { FailureNote, Guide } from "../ui/states/list-notes.tsx";
import { flatMenu } from "../workspace/menu.ts";
import { useNotices } from "../workspace/use-notices.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import type { HandMadePageProps } from "./page-registry.ts";
import { asProposal, asProposals, asTables, type ProposalAnswer } from "./proposal/answers.ts";
import { Editor } from "./proposal/editor.tsx";
import "./proposal/proposal.css";

const texts = addTexts("proposal");
const maxBytes = 700 * 1024;

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
  const deferredSearch = useDeferredValue(search);
  const { value: listed } = useRead({ path: "/blade-system/datasource/select" }, asSources);
  const sources = listed ?? [];
  // Known to be none: neither still being read nor refused.
  const hasNoSource = listed !== undefined && listed.length === 0;
  const tables = useRead({ path: `${path}/tables`, query: { datasourceId: source, search: deferredSearch } }, asTables, {
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
    if (file.size > maxBytes) {
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
