// One of several proposals, corrected: its names, its fields, what to do with it. All of them can be taken along.
import { Alert, Button, Input, Select } from "antd";
import { useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { Proposal, ProposedField } from "../../../proposal/proposal.ts";
import { inLanguage } from "../../../schema/text.ts";
import { useRead } from "../../data/queries/reads.ts";
import { savePosted } from "../../data/queries/save-file.ts";
import { useWrite } from "../../data/queries/writes.ts";
import { useLanguage } from "../../i18n/language.ts";
import { useNotices } from "../../workspace/use-notices.ts";
import { asContext, type ProposalAnswer } from "./answers.ts";
import { FieldGrid } from "./field-grid.tsx";
import { PreviewSide } from "./preview-side.tsx";
import { usePreview } from "./use-preview.ts";

interface EditorProps {
  readonly path: string;
  readonly answers: readonly ProposalAnswer[];
}

export function Editor({ path, answers }: EditorProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const notices = useNotices();
  const write = useWrite();
  const prefix = useId();
  const { value: context } = useRead({ path: `${path}/context` }, asContext);
  const [at, setAt] = useState(0);
  const [proposals, setProposals] = useState<readonly Proposal[]>(() => answers.map(({ proposal }) => proposal));
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
  const previewed = usePreview(path, proposal);
  const { preview } = previewed;
  if (proposal === undefined) return null;
  const errors = (preview?.findings ?? []).filter(({ level }) => level === "error");
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
              options={["id", ...proposal.fields.filter(({ isIncluded }) => isIncluded).map(({ name }) => name)].map((value) => ({
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
      <PreviewSide {...previewed} errors={errors} />
    </div>
  );
}
