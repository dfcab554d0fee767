// The package around a code: searched by the code, opened level by level, with the way out to its outermost package and how many of each
// layer that holds.
import { use, useMemo, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { Link } from "react-router-dom";
import { groupDigits } from "../../fields/digits.ts";
import { addTexts } from "../i18n/index.ts";
import { useLanguage } from "../i18n/language.ts";
import { FailureNote, Note, RowsSkeleton } from "../ui/states/list-notes.tsx";
import { useRead } from "../data/queries/reads.ts";
import { optionTags, type OptionTag } from "../codes/relations/option-tags.tsx";
import { PackageLines } from "../codes/relations/package-lines.tsx";
import { linesOf, placeIn, unitsOf, type PackedCode, type Place } from "../codes/relations/package-tree.ts";
import { usePackage } from "../codes/relations/use-package.ts";
import { listName } from "../data/screen-models/list-name.ts";
import { loadScreen } from "../data/screen-models/load.ts";
import { useListUrlState } from "../screens/list/list-url-state.ts";
import { SearchPanel } from "../screens/search/search-panel.tsx";
import { flatMenu } from "../workspace/menu.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import type { HandMadePageProps } from "./page-registry.ts";
import "../screens/screens.css";
import "../codes/relations/relations.css";

const texts = addTexts("codes");
const searchedBy = ["code", "codeFuncType", "digitSourceMark"];
const detailScreen = "scan-code-detail";

/** The way from the outermost package to the code; each of it can be asked for. */
function Way({ place, onAsk }: { readonly place: Place; readonly onAsk: (code: string) => void }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("relations.way")}>
      <ol className="tm-package-way">
        {place.path.map((code, index) => (
          <li key={code.code}>
            <span className="tm-soft">{code.layerName}</span>
            {index === place.path.length - 1 ? (
              <span className="tm-package-code" aria-current="true">
                {code.code}
              </span>
            ) : (
              <button type="button" className="tm-link-button tm-package-code" onClick={() => onAsk(code.code)}>
                {code.code}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Counts({ place }: { readonly place: Place }) {
  const { t } = useTranslation();
  if (place.counts.length === 0) return <p className="tm-soft">{t("relations.alone")}</p>;
  return (
    <dl className="tm-package-counts" aria-label={t("relations.counts")}>
      {place.counts.map(({ layer, layerName, num }) => (
        <div key={layer}>
          <dt>{layerName}</dt>
          <dd>{groupDigits(String(num))}</dd>
        </div>
      ))}
    </dl>
  );
}

function RequestedCode({ code, tagOf }: { readonly code: PackedCode; readonly tagOf: OptionTag }) {
  const { t } = useTranslation();
  const { menu } = useWorkspace();
  const detail = flatMenu(menu).find((item) => item.code === detailScreen)?.path;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t("relations.status"), [tagOf("lifeStatus", code.lifeStatus), code.blockStatus === 0 ? null : tagOf("blockStatus", code.blockStatus)]],
    [t("relations.function"), tagOf("codeFuncType", code.codeFuncType)],
    [t("relations.product"), [code.productName, code.specName].filter((name) => name !== "").join(" · ")],
    [t("relations.batch"), code.batchCode],
  ];
  return (
    <>
      <dl className="tm-package-asked-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === "" || value === null ? "—" : value}</dd>
          </div>
        ))}
      </dl>
      {detail !== undefined && (
        <Link className="tm-link-button" to={`${detail}?${new URLSearchParams({ "f.code": code.code }).toString()}`}>
          {t("relations.detail")}
        </Link>
      )}
    </>
  );
}

interface PackageProps {
  readonly place: Place;
  readonly tagOf: OptionTag;
  readonly onAsk: (code: string) => void;
}

function Package({ place, tagOf, onAsk }: PackageProps) {
  const { t } = useTranslation();
  const { levels, open, toggle, more } = usePackage(place);
  const lines = useMemo(() => linesOf(place, levels, open), [place, levels, open]);
  return (
    <section className="tm-card" aria-label={t("relations.tree")}>
      <PackageLines label={t("relations.tree")} lines={lines} tagOf={tagOf} onAsk={onAsk} onToggle={toggle} onMore={more} />
    </section>
  );
}

/** Default export, because it is loaded lazily. */
export default function CodeRelationPage({ screen }: HandMadePageProps) {
  use(texts);
  const { t } = useTranslation();
  const language = useLanguage();
  const whole = use(loadScreen(screen.name));
  const codes = use(loadScreen("code-item"));
  const fields = useMemo(
    () => (whole?.fields ?? []).filter(({ name }) => searchedBy.includes(name)).map((field) => ({ ...field, search: "equal" as const })),
    [whole],
  );
  const tagOf = useMemo(() => optionTags(codes?.fields ?? [], language), [codes, language]);
  const { query, change } = useListUrlState(fields, fields);
  const { filters } = query;
  const parameters = Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
  const isRequested = "code" in parameters;
  const { value, failure, refetch } = useRead({ path: `${screen.path}/place`, query: parameters }, placeIn, { isOn: isRequested });
  const name = listName(screen, language);
  const ask = (code: string) => change({ filters: { ...filters, code } });

  const content = (): ReactNode => {
    if (!isRequested)
      return (
        <div className="tm-card">
          <Note icon="search" title={t("relations.ask")} text={t("relations.askHint")} />
        </div>
      );
    if (failure !== undefined)
      return (
        <div className="tm-card">
          <FailureNote message={failure.message} onRetry={refetch} />
        </div>
      );
    if (value === undefined)
      return (
        <div className="tm-card">
          <RowsSkeleton />
        </div>
      );
    if (value === null)
      return (
        <div className="tm-card">
          <Note icon="search" title={t("relations.none")} text={t("relations.noneHint")} />
        </div>
      );
    return null;
  };
  const [outermost] = value === undefined || value === null ? [] : unitsOf(value);
  const last = value?.path.at(-1);
  return (
    <section className="tm-list" aria-label={name}>
      <h1 className="tm-visually-hidden">{name}</h1>
      <SearchPanel name={name} fields={fields} filters={filters} begins={!isRequested} onSearch={(next) => change({ filters: next })} />
      {content()}
      {value !== undefined && value !== null && outermost !== undefined && last !== undefined && (
        <>
          <section className="tm-card tm-package-head" aria-label={t("relations.way")}>
            <Way place={value} onAsk={ask} />
            <RequestedCode code={last} tagOf={tagOf} />
            <Counts place={value} />
          </section>
          <Package key={outermost.code} place={value} tagOf={tagOf} onAsk={ask} />
        </>
      )}
    </section>
  );
}
