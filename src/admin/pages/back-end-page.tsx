// What the back-end behind this application has of the specification, for its administrators (docs/back-end.md).
import { Button, Skeleton } from "antd";
import { use, useState, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import "../../fields/cells.css";
import { Tag } from "../../fields/tag.tsx";
import { isRecord, textOf } from "../api/wire-data.ts";
import { useNotices } from "../workspace/use-notices.ts";
import { addTexts } from "../i18n/index.ts";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { ReadFailure } from "../ui/states/read-failure.tsx";
import { useRead } from "../data/queries/reads.ts";
import { useWrite } from "../data/queries/writes.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import { NotFoundPage } from "../ui/states/not-found.ts";
import "../ui/states/pages.css";
import "./back-end-page.css";

const texts = addTexts("pages");
/** Answered by the server that passes calls on, not by the back-end (src/server/http/back-end-report.ts). */
const path = "/tracemark/back-end";

const presences = ["available", "mapped", "absent"] as const;
type Presence = (typeof presences)[number];
const states = ["known", "closed", "unreachable", "looking"] as const;

const colours: Readonly<Record<Presence, string>> = { available: "green", mapped: "blue", absent: "default" };

interface Found {
  readonly name: string;
  readonly presence: Presence;
  readonly label: readonly string[];
  readonly area: readonly string[];
  readonly path: string;
  readonly missing: readonly string[];
}

interface Report {
  readonly dialect: string;
  readonly version: string;
  readonly state: (typeof states)[number];
  readonly resources: readonly Found[];
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);

function foundIn(value: unknown): readonly Found[] {
  return (Array.isArray(value) ? value : []).filter(isRecord).map((row) => ({
    name: textOf(row["name"]),
    presence: presences.find((one) => one === row["presence"]) ?? "absent",
    label: textsIn(row["label"]),
    area: textsIn(row["area"]),
    path: textOf(row["path"]),
    missing: textsIn(row["missing"]),
  }));
}

function reportIn(payload: unknown): Report {
  const answer = isRecord(payload) ? payload : {};
  return {
    dialect: textOf(answer["dialect"]),
    version: textOf(answer["version"]),
    state: states.find((one) => one === answer["state"]) ?? "looking",
    resources: foundIn(answer["resources"]),
  };
}

function Resources({ resources }: { readonly resources: readonly Found[] }): ReactNode {
  const { t } = useTranslation();
  const { language } = useWorkspace();
  const place = language === "en" ? 1 : 0;
  const sorted = presences.flatMap((presence) => resources.filter((one) => one.presence === presence));
  return (
    <div className="tm-back-end-table">
      <table>
        <thead>
          <tr>
            {(["resource", "area", "presence", "path", "missing"] as const).map((column) => (
              <th key={column} scope="col">
                {t(`backEnd.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map(({ name, label, area, presence, missing, path: address }) => (
            <tr key={name}>
              <th scope="row">
                {label[place] ?? name} <code>{name}</code>
              </th>
              <td>{area[place] ?? ""}</td>
              <td>
                <Tag text={t(`backEnd.${presence}`)} colour={colours[presence]} />
              </td>
              <td>
                <code>{address}</code>
              </td>
              <td>{presence === "absent" ? "" : missing.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Default export, because it is loaded lazily. */
export default function BackEndPage() {
  use(texts);
  const { t } = useTranslation();
  const notices = useNotices();
  const { value: report, failure, refetch } = useRead({ path }, reportIn);
  const write = useWrite();
  const [isLooking, setLooking] = useState(false);
  usePageTitle(t("backEnd.title"));

  const look = async () => {
    setLooking(true);
    try {
      await write({ path });
    } catch (error) {
      notices.failed(error);
    }
    setLooking(false);
    refetch();
  };

  // The embedded server has no back-end behind it.
  if (failure?.code === 404) return <NotFoundPage />;
  if (failure?.code === 403) return <ErrorPage kind="forbidden" />;
  const count = (presence: Presence) => report?.resources.filter((one) => one.presence === presence).length ?? 0;
  return (
    <section className="tm-card tm-back-end" aria-labelledby="back-end-title">
      <h1 id="back-end-title">{t("backEnd.title")}</h1>
      <p className="tm-soft">{t("backEnd.lead")}</p>
      {failure !== undefined && !failure.silent && <ReadFailure message={failure.message} onRetry={refetch} />}
      {report === undefined && failure === undefined && (
        <Skeleton active paragraph={{ rows: 6 }} title={false} aria-label={t("common.loading")} />
      )}
      {report !== undefined && (
        <>
          <dl>
            <div>
              <dt>{t("backEnd.dialect")}</dt>
              <dd>{report.dialect}</dd>
            </div>
            <div>
              <dt>{t("backEnd.version")}</dt>
              <dd>{report.version || t("backEnd.noVersion")}</dd>
            </div>
            {presences.map((presence) => (
              <div key={presence}>
                <dt>{t(`backEnd.${presence}`)}</dt>
                <dd>{count(presence)}</dd>
              </div>
            ))}
          </dl>
          <p role="status">{t(`backEnd.state.${report.state}`)}</p>
          <Button loading={isLooking} onClick={() => void look()}>
            {t("backEnd.look")}
          </Button>
          <Resources resources={report.resources} />
        </>
      )}
    </section>
  );
}
