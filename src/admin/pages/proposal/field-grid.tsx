// The fields of a proposal as a grid that people correct: names, labels, kind, options, and what the list and its search show.
import { Checkbox, Input, Select } from "antd";
import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import type { ProposedField, ProposedOption, Remark } from "../../../proposal/proposal.ts";
import { useLanguage } from "../../i18n/language.ts";
import { inLanguage } from "../../../schema/text.ts";
import type { PreviewAnswer } from "./answers.ts";

const searches = ["like", "equal", "in", "range"] as const;

const optionText = (options: readonly ProposedOption[]) => options.map(({ value, zh, en }) => `${value}=${zh}/${en}`).join(" | ");

/** The options that a text says; the names of states stay by their places. */
function optionsIn(text: string, before: readonly ProposedOption[]): ProposedOption[] {
  const areNumbers = before.every(({ value }) => typeof value === "number");
  return text.split("|").flatMap((part, index) => {
    const [value = "", labels = ""] = part.split(/=(.*)/s).map((one) => one.trim());
    if (value === "") return [];
    const [zh = "", en = ""] = labels.split(/\/(.*)/s).map((one) => one.trim());
    const name = before[index]?.name;
    return [{ value: areNumbers && /^-?\d+$/.test(value) ? Number(value) : value, zh, en, ...(name === undefined ? {} : { name }) }];
  });
}

interface FieldGridProps {
  readonly fields: readonly ProposedField[];
  readonly remarks: readonly Remark[];
  readonly findings: PreviewAnswer["findings"];
  readonly resources: readonly { readonly name: string; readonly label: readonly [string, string] }[];
  readonly builders: readonly string[];
  readonly onChange: (index: number, field: ProposedField) => void;
}

export function FieldGrid({ fields, remarks, findings, resources, builders, onChange }: FieldGridProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const prefix = useId();
  const headings = ["kept", "column", "field", "zh", "en", "kind", "options", "required", "list", "search"] as const;
  return (
    <div className="tp-grid-scroll">
      <table className="tp-grid" aria-label={t("proposal.fields")}>
        <thead>
          <tr>
            {headings.map((name) => (
              <th key={name} scope="col">
                {t(`proposal.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map((field, index) => {
            const set = (more: Partial<ProposedField>) => onChange(index, { ...field, ...more });
            const own = findings.filter(({ place }) => place[0] === "fields" && place[1] === field.name && field.isIncluded);
            const ownRemarks = remarks.filter(({ column }) => column === field.column);
            const label = (name: (typeof headings)[number]) => `${t(`proposal.${name}`)} ${field.column || field.name}`;
            const isReference = field.builder === "ref" || field.builder === "treeRef";
            const noteId = `${prefix}${index}`;
            return (
              <tr key={`${field.column}${index}`} className={field.isIncluded ? undefined : "tp-left-out"}>
                <td>
                  <Checkbox
                    aria-label={label("kept")}
                    checked={field.isIncluded}
                    onChange={(event) => set({ isIncluded: event.target.checked })}
                  />
                </td>
                <td className="tp-column">
                  <code>{field.column}</code>
                  {(own.length > 0 || ownRemarks.length > 0) && (
                    <ul id={noteId} className="tp-notes">
                      {own.map(({ code, message }) => (
                        <li key={code + message.problem} className="tp-error">
                          {message.problem}
                        </li>
                      ))}
                      {ownRemarks.map(({ text, isDecision }) => (
                        <li key={text[1]} className={isDecision === true ? "tp-decision" : undefined}>
                          {inLanguage(text, language)}
                        </li>
                      ))}
                    </ul>
                  )}
                </td>
                <td>
                  <Input
                    size="small"
                    aria-label={label("field")}
                    aria-describedby={noteId}
                    status={own.length > 0 ? "error" : ""}
                    value={field.name}
                    maxLength={64}
                    onChange={(event) => set({ name: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    size="small"
                    aria-label={label("zh")}
                    value={field.zh}
                    maxLength={200}
                    onChange={(event) => set({ zh: event.target.value })}
                  />
                </td>
                <td>
                  <Input
                    size="small"
                    aria-label={label("en")}
                    value={field.en}
                    maxLength={200}
                    onChange={(event) => set({ en: event.target.value })}
                  />
                </td>
                <td>
                  <Select
                    size="small"
                    aria-label={label("kind")}
                    showSearch
                    popupMatchSelectWidth={false}
                    value={field.builder}
                    options={builders.map((value) => ({ value, label: value }))}
                    onChange={(builder: string) => set({ builder })}
                  />
                </td>
                <td>
                  {isReference ? (
                    <Select
                      size="small"
                      aria-label={label("options")}
                      showSearch
                      optionFilterProp="label"
                      popupMatchSelectWidth={false}
                      {...(field.target === undefined ? {} : { value: field.target })}
                      options={resources.map(({ name, label: named }) => ({
                        value: name,
                        label: `${inLanguage(named, language)} ${name}`,
                      }))}
                      onChange={(target: string) => set({ target })}
                    />
                  ) : (
                    (field.builder === "choice" || field.builder === "state") && (
                      <Input
                        size="small"
                        key={optionText(field.options ?? [])}
                        aria-label={label("options")}
                        title={t("proposal.optionsHint")}
                        defaultValue={optionText(field.options ?? [])}
                        onBlur={(event) => set({ options: optionsIn(event.target.value, field.options ?? []) })}
                      />
                    )
                  )}
                </td>
                <td>
                  <Checkbox
                    aria-label={label("required")}
                    checked={field.required === true}
                    onChange={(event) => set({ required: event.target.checked })}
                  />
                </td>
                <td>
                  <Checkbox
                    aria-label={label("list")}
                    checked={field.list !== false}
                    onChange={(event) => set({ list: event.target.checked })}
                  />
                </td>
                <td>
                  <Select
                    size="small"
                    aria-label={label("search")}
                    popupMatchSelectWidth={false}
                    value={field.search ?? ""}
                    options={[
                      { value: "", label: t("proposal.searchNone") },
                      ...searches.map((value) => ({ value, label: t(`proposal.searches.${value}`) })),
                    ]}
                    onChange={(value: string) => {
                      const search = searches.find((one) => one === value);
                      const { search: _search, ...others } = field;
                      onChange(index, search === undefined ? others : { ...others, search });
                    }}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
