// Everything that is known of a code: what it stands on, where it was made, what it is packed in, and its whole life.
import { use, useId, useMemo, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { inLanguage } from "../../schema/text.ts";
import { isRecord, rowsOf, textOf, type Row } from "../api/wire-data.ts";
import { addTexts } from "../i18n/index.ts";
import { useLanguage } from "../i18n/language.ts";
import { FailureNote, Note, RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useRead } from "../data/queries/reads.ts";
import { CodeLife } from "../codes/relations/code-life.tsx";
import { optionTags, type OptionTag } from "../codes/relations/option-tags.tsx";
import { listName } from "../data/screen-models/list-name.ts";
import { loadScreen } from "../data/screen-models/load.ts";
import { useListUrlState } from "../screens/list/list-url-state.ts";
import { SearchPanel } from "../screens/search/search-panel.tsx";
import { flatMenu } from "../workspace/menu.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import type { HandMadePageProps } from "./page-registry.ts";
import "../screens/screens.css";

const texts = addTexts("life");
const detailPath = "/digit-apply/consumer-scan-record/code-detail";

/** Null where there is no such code. */
const detailIn = (payload: unknown): Row | null => (isRecord(payload) && "code" in payload ? payload : null);

const memberOf = (row: Row, name: string): Row => {
  const member = row[name];
  return isRecord(member) ? member : {};
};

type Fact = readonly [label: string, value: ReactNode];

/** Facts under a heading; those without a value are left out. */
function Facts({ title, facts, empty }: { readonly title: string; readonly facts: readonly Fact[]; readonly empty?: string }) {
  const id = useId();
  const there = facts.filter(([, value]) => value !== "" && value !== null && value !== undefined);
  if (there.length === 0 && empty === undefined) return null;
  return (
    <section className="tm-code-facts-group" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {there.length === 0 ? (
        <p className="tm-soft">{empty}</p>
      ) : (
        <dl>
          {there.map(([label, value], index) => (
            <div key={`${label} ${index}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** A link to the detail of another code, or to its package. */
function CodeLink({ screen, code, text = code }: { readonly screen: string; readonly code: string; readonly text?: string }) {
  const { menu } = useWorkspace();
  const path = flatMenu(menu).find((item) => item.code === screen)?.path;
  if (path === undefined) return text === code ? code : null;
  return <Link to={`${path}?${new URLSearchParams({ "f.code": code }).toString()}`}>{text}</Link>;
}

/** An address that a report was uploaded to: one of this site, or of the web. */
const isAddress = (text: string): boolean => /^(?:https?:\/\/|\/(?![/\\]))/i.test(text);

function CodeFacts({ detail, tagOf }: { readonly detail: Row; readonly tagOf: OptionTag }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const own = use(loadScreen("scan-code-detail"));
  const label = (name: string) => inLanguage(own?.fields.find((field) => field.name === name)?.label ?? [name, name], language);
  const [product, spec, set, batch, made, relation, channel] = [
    "product",
    "spec",
    "codeSet",
    "batch",
    "production",
    "relation",
    "channel",
  ].map((name) => memberOf(detail, name));
  const text = (row: Row | undefined, name: string) => textOf(row?.[name]);
  const code = textOf(detail["code"]);
  const link = (name: string): ReactNode => {
    const other = text(relation, name);
    return other === "" ? "" : <CodeLink screen="scan-code-detail" code={other} />;
  };
  const twins = Array.isArray(relation?.["twins"]) ? relation["twins"].map(textOf) : [];
  const replacedBy = textOf(detail["replacedBy"]);
  const report = text(made, "qcReport");
  const children = Number(relation?.["childNum"] ?? 0);
  const facts: readonly Fact[] = [
    [label("productId"), text(product, "name")],
    [label("specId"), text(spec, "name")],
    [label("batchCode"), text(batch, "batchCode")],
    [t("life.produceDate"), text(batch, "produceDate")],
    [label("codeSetName"), text(set, "name")],
    [label("channelId"), text(channel, "name")],
    [label("saleRegionCodes"), text(channel, "saleRegionNames")],
    [label("firstScanTime"), textOf(detail["firstScanTime"])],
    [label("scanCount"), textOf(detail["scanCount"])],
  ];
  return (
    <article className="tm-card tm-code-detail" aria-label={code}>
      <div className="tm-code-head">
        <span>{code}</span>
        <span className="tm-soft">{textOf(detail["layerName"])}</span>
        {tagOf("lifeStatus", Number(detail["lifeStatus"]))}
        {detail["blockStatus"] === 0 ? null : tagOf("blockStatus", Number(detail["blockStatus"]))}
        {tagOf("codeFuncType", Number(detail["codeFuncType"]))}
      </div>
      {replacedBy !== "" && (
        <p className="tm-life-note">
          {t("life.replacedBy")} <CodeLink screen="scan-code-detail" code={replacedBy} />
        </p>
      )}
      <Facts title={t("life.facts")} facts={facts} />
      <Facts
        title={t("life.production")}
        empty={t("life.unbound")}
        facts={[
          ...(["factory", "shop", "prodLine", "team", "principal", "qc"] as const).map((name): Fact => [
            t(`life.${name}`),
            text(made, name),
          ]),
          [
            t("life.qcReport"),
            isAddress(report) ? (
              <a key="report" href={report}>
                {t("life.openReport")}
              </a>
            ) : (
              report
            ),
          ],
        ]}
      />
      <Facts
        title={t("life.attributes")}
        facts={rowsOf(batch?.["attributes"]).map((one): Fact => [
          [textOf(one["of"]), textOf(one["name"])].filter(Boolean).join(" · "),
          textOf(one["value"]),
        ])}
      />
      <Facts
        title={t("life.package")}
        empty={t("life.alone")}
        facts={[
          [t("life.parent"), link("parent")],
          [t("life.root"), text(relation, "root") === text(relation, "parent") ? "" : link("root")],
          [t("life.children"), children === 0 ? "" : String(children)],
          [t("life.twins"), twins.length === 0 ? "" : twins.map((one) => <CodeLink key={one} screen="scan-code-detail" code={one} />)],
        ]}
      />
      <p style={{ margin: 0 }}>
        <CodeLink screen="code-relation" code={code} text={t("life.tree")} />
      </p>
    </article>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodeDetailPage({ screen }: HandMadePageProps) {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const whole = use(loadScreen(screen.name));
  const codes = use(loadScreen("code-item"));
  const fields = useMemo(() => (whole?.fields ?? []).filter((field) => field.search !== undefined), [whole]);
  const tagOf = useMemo(() => optionTags(codes?.fields ?? [], language), [codes, language]);
  const { query, change } = useListUrlState(fields, fields);
  const code = textOf(query.filters["code"]);
  const { value, failure, refetch } = useRead({ path: detailPath, query: { code } }, detailIn, { isOn: code !== "" });
  const name = listName(screen, language);
  const content = (): ReactNode => {
    if (code === "") return <Note icon="search" title={t("life.ask")} text={t("life.askHint")} />;
    if (failure !== undefined) return <FailureNote message={failure.message} onRetry={refetch} />;
    if (value === undefined) return <RowsSkeleton />;
    return value === null ? <Note icon="search" title={t("life.none")} text={t("life.noneHint")} /> : null;
  };
  const note = content();
  return (
    <section className="tm-list" aria-label={name}>
      <h1 className="tm-visually-hidden">{name}</h1>
      <SearchPanel name={name} fields={fields} filters={query.filters} begins={code === ""} onSearch={(filters) => change({ filters })} />
      {note !== null && <div className="tm-card">{note}</div>}
      {value !== undefined && value !== null && code !== "" && (
        <>
          <CodeFacts detail={value} tagOf={tagOf} />
          <CodeLife key={code} code={code} />
        </>
      )}
    </section>
  );
}
