// The calls that the user may make, from the description that the server sends them (docs/wire.md §1.2).
import { Button, Input, Skeleton } from "antd";
import { use, useDeferredValue, useMemo, useState, type SyntheticEvent } from "react";
import "../../../fields/cells.css";
import { Tag } from "../../../fields/tag.tsx";
import { useRead } from "../../data/queries/reads.ts";
import { addTexts } from "../../i18n/index.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { NotFoundPage } from "../../ui/states/not-found.ts";
import { ReadFailure } from "../../ui/states/read-failure.tsx";
import "../../ui/states/pages.css";
import { usePageTitle } from "../../workspace/page-title.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import { CallDetails } from "./call-details.tsx";
import { documentIn, partIn, type ApiCall, type ApiDocument } from "./description.ts";
import "./api-page.css";

const texts = addTexts("api");
const request = { path: "/openapi.json" } as const;
/** Found calls that are shown. */
const maxFound = 100;
const colours: Readonly<Record<string, string>> = { GET: "blue", POST: "green", PUT: "orange", PATCH: "orange", DELETE: "red" };

interface Description {
  readonly payload: unknown;
  readonly document: ApiDocument;
}
const descriptionIn = (payload: unknown): Description => ({ payload, document: documentIn(payload) });

interface CallsProps {
  readonly calls: readonly ApiCall[];
  readonly document: ApiDocument;
  readonly language: "zh" | "en";
}

/** What is open, so that closed parts need not be drawn. */
function useOpened() {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, onToggle: (event: SyntheticEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open) };
}

function Call({ call, document, language }: { readonly call: ApiCall } & Omit<CallsProps, "calls">) {
  const { isOpen, onToggle } = useOpened();
  return (
    <details className="tm-api-call" onToggle={onToggle}>
      <summary>
        <Tag text={call.method} colour={colours[call.method]} /> <code>{call.path}</code> <span>{partIn(language, call.label)}</span>
      </summary>
      {isOpen && <CallDetails call={call} document={document} language={language} />}
    </details>
  );
}

function Calls({ calls, document, language }: CallsProps) {
  return calls.map((call) => <Call key={`${call.method} ${call.path}`} call={call} document={document} language={language} />);
}

function Group({ label, calls, ...props }: CallsProps & { readonly label: string }) {
  const { isOpen, onToggle } = useOpened();
  return (
    <details className="tm-api-group" onToggle={onToggle}>
      <summary>
        {partIn(props.language, label)} <span className="tm-soft">{calls.length}</span>
      </summary>
      {isOpen && <Calls calls={calls} {...props} />}
    </details>
  );
}

function groupedBy(calls: readonly ApiCall[], name: "area" | "group"): ReadonlyMap<string, readonly ApiCall[]> {
  const groups = new Map<string, ApiCall[]>();
  for (const call of calls) groups.set(call[name], [...(groups.get(call[name]) ?? []), call]);
  return groups;
}

const isMatch = ({ id, label, path, group }: ApiCall, words: readonly string[]): boolean => {
  const text = `${id} ${label} ${path} ${group}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

function Areas({ calls, ...props }: CallsProps) {
  const { t } = useTranslation();
  const areas = useMemo(() => [...groupedBy(calls, "area")].map(([area, own]) => ({ area, groups: groupedBy(own, "group") })), [calls]);
  return areas.map(({ area, groups }) => (
    <section key={area} className="tm-api-area">
      <h2>{area === "" ? t("apiDocs.fixed") : partIn(props.language, area)}</h2>
      {[...groups].map(([group, ofGroup]) => (
        <Group key={group} label={group} calls={ofGroup} {...props} />
      ))}
    </section>
  ));
}

function save(payload: unknown): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(payload, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "openapi.json";
  link.click();
  URL.revokeObjectURL(address);
}

/** Default export, because it is loaded lazily. */
export default function ApiPage() {
  use(texts);
  const { t } = useTranslation();
  const { language } = useWorkspace();
  const { value, failure, refetch } = useRead(request, descriptionIn);
  const [typed, setTyped] = useState("");
  const searched = useDeferredValue(typed);
  usePageTitle(t("apiDocs.title"));
  const words = useMemo(() => searched.toLowerCase().split(/\s+/).filter(Boolean), [searched]);
  const found = useMemo(() => value?.document.calls.filter((call) => isMatch(call, words)) ?? [], [value, words]);

  // Another back-end has none.
  if (failure?.code === 404) return <NotFoundPage />;
  const count = found.length;
  const status = words.length === 0 ? t("apiDocs.count", { count }) : count === 0 ? t("apiDocs.nothing") : t("apiDocs.found", { count });
  return (
    <section className="tm-card tm-api" aria-labelledby="api-title">
      <h1 id="api-title">{t("apiDocs.title")}</h1>
      <p className="tm-soft">{t("apiDocs.lead")}</p>
      {failure !== undefined && !failure.silent && <ReadFailure message={failure.message} onRetry={refetch} />}
      {value === undefined && failure === undefined && (
        <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />
      )}
      {value !== undefined && (
        <>
          <div className="tm-api-tools">
            <Input
              allowClear
              type="search"
              aria-label={t("apiDocs.search")}
              placeholder={t("apiDocs.placeholder")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button onClick={() => save(value.payload)}>{t("apiDocs.download")}</Button>
          </div>
          <p role="status">{status}</p>
          {words.length === 0 ? (
            <Areas calls={found} document={value.document} language={language} />
          ) : (
            <Calls calls={found.slice(0, maxFound)} document={value.document} language={language} />
          )}
          {words.length > 0 && count > maxFound && <p className="tm-soft">{t("apiDocs.more", { count: maxFound })}</p>}
        </>
      )}
    </section>
  );
}
