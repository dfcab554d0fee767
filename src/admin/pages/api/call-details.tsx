// One call of the API: what it takes, what it answers, and how it is made from a shell.
import { Button } from "antd";
import { useMemo, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { curlOf, partIn, type ApiCall, type ApiDocument, type ApiValue } from "./description.ts";

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

function Table({ label, columns, rows }: TableProps) {
  return (
    <section aria-label={label}>
      <h4>{label}</h4>
      <div className="tm-api-table">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, index) => (
                  <td key={columns[index + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const named = ["string", "integer", "number", "boolean", "object", "array", "any"] as const;
const places = ["query", "path", "header"] as const;

/** A type in words; values that a choice has are shown as they are. */
function useTypeText(): (type: string) => string {
  const { t } = useTranslation();
  const one = (type: string): string => {
    const name = named.find((known) => known === type);
    if (type === "file") return t("apiDocs.file");
    return name === undefined ? type : t(`apiDocs.types.${name}`);
  };
  return (type) => (type.endsWith("[]") ? t("apiDocs.listOf", { type: one(type.slice(0, -2)) }) : type.split(" | ").map(one).join(" | "));
}

interface ValuesProps {
  readonly label: string;
  readonly values: readonly ApiValue[];
  readonly language: "zh" | "en";
  /** Of an answer everything is there, or not, as the server decides. */
  readonly isAnswer?: boolean;
}

function Values({ label, values, language, isAnswer = false }: ValuesProps) {
  const { t } = useTranslation();
  const typeText = useTypeText();
  const columns = [t("apiDocs.name"), t("apiDocs.type"), ...(isAnswer ? [] : [t("apiDocs.required")]), t("apiDocs.meaning")];
  return (
    <Table
      label={label}
      columns={columns}
      rows={values.map(({ name, type, isRequired, meaning }) => ({
        key: name,
        cells: [
          <code key="name">{name}</code>,
          typeText(type),
          ...(isAnswer ? [] : [isRequired ? t("apiDocs.yes") : ""]),
          partIn(language, meaning),
        ],
      }))}
    />
  );
}

function Example({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState("");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome(t("apiDocs.copied")),
      () => setOutcome(t("apiDocs.notCopied")),
    );
  return (
    <section aria-label={t("apiDocs.example")}>
      <h4>{t("apiDocs.example")}</h4>
      <pre tabIndex={0}>{text}</pre>
      <Button size="small" onClick={() => void copy()}>
        {t("apiDocs.copy")}
      </Button>{" "}
      <span role="status">{outcome}</span>
    </section>
  );
}

interface CallDetailsProps {
  readonly call: ApiCall;
  readonly document: ApiDocument;
  readonly language: "zh" | "en";
}

export function CallDetails({ call, document, language }: CallDetailsProps) {
  const { t } = useTranslation();
  const typeText = useTypeText();
  const body = useMemo(() => (call.body === undefined ? [] : document.valuesOf(call.body.schema)), [call, document]);
  const answer = useMemo(() => (call.answer === undefined ? [] : document.valuesOf(call.answer)), [call, document]);
  const placeText = (place: string) => {
    const one = places.find((known) => known === place);
    return one === undefined ? place : t(`apiDocs.in.${one}`);
  };
  return (
    <div className="tm-api-details">
      {call.meaning !== "" && <p>{partIn(language, call.meaning)}</p>}
      <p>
        {t("apiDocs.permission")}{" "}
        {call.permissions.length === 0
          ? t(call.isPublic ? "apiDocs.public" : "apiDocs.open")
          : call.permissions.map((key) => <code key={key}>{key}</code>)}
      </p>
      {call.parameters.length > 0 && (
        <Table
          label={t("apiDocs.parameters")}
          columns={[t("apiDocs.name"), t("apiDocs.place"), t("apiDocs.type"), t("apiDocs.required"), t("apiDocs.meaning")]}
          rows={call.parameters.map(({ name, place, type, isRequired, meaning }) => ({
            key: `${place} ${name}`,
            cells: [
              <code key="name">{name}</code>,
              placeText(place),
              typeText(type),
              isRequired ? t("apiDocs.yes") : "",
              partIn(language, meaning),
            ],
          }))}
        />
      )}
      {call.body !== undefined && <Values label={`${t("apiDocs.body")} ${call.body.type}`} values={body} language={language} />}
      {answer.length > 0 && <Values label={t("apiDocs.answer")} values={answer} language={language} isAnswer />}
      {call.answer === undefined && (
        <p>
          {t("apiDocs.answer")} {t("apiDocs.file")}
        </p>
      )}
      <Table
        label={t("apiDocs.answers")}
        columns={[t("apiDocs.status"), t("apiDocs.meaning")]}
        rows={call.statuses.map(({ status, meaning }) => ({ key: status, cells: [status, meaning] }))}
      />
      <Example text={curlOf(call, document, location.origin)} />
    </div>
  );
}
