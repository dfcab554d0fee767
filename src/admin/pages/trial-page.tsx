// The test page (docs/specification.md §2): shows support staff whether browser and server work together.
import { Button } from "antd";
import { use, useCallback, useEffect, useState } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import { fetchAnswer } from "../api/transport.ts";
import { failureOf } from "../api/failure.ts";
import { session, tokenAge } from "../api/session.ts";
import { readStored, removeStored, writeStored, type StoragePlace } from "../browser/storage.ts";
import { addTexts } from "../i18n/index.ts";
import { settings } from "../browser/settings.ts";
import { flatMenu } from "../workspace/menu.ts";
import { usePageTitle } from "../workspace/page-title.ts";
import { useWorkspace } from "../workspace/workspace.ts";
import "../ui/states/pages.css";

const texts = addTexts("pages");
const probe = "trial";
/** Seconds by which the clocks of browser and server may differ before tokens are renewed too late. */
const clockTolerance = 60;

interface Finding {
  readonly name: "server" | "session" | "clock" | "local" | "tab" | "menu";
  readonly isGood: boolean;
  readonly text: string;
}

function canStore(place: StoragePlace): boolean {
  try {
    writeStored(probe, 1, Date.now(), place);
    return readStored(probe, place)?.content === 1;
  } catch (error) {
    // Full, or forbidden.
    if (error instanceof DOMException) return false;
    throw error;
  } finally {
    removeStored(probe, place);
  }
}

interface ServerAnswer {
  readonly milliseconds: number;
  readonly refusal: string;
  /** Seconds between the clocks; undefined when the answer had no date. */
  readonly difference: number | undefined;
}

async function askServer(): Promise<ServerAnswer> {
  const before = performance.now();
  try {
    const response = await fetchAnswer("GET", settings.dialect.paths.userInfo, {}, session()?.accessToken);
    const reported = Date.parse(response.headers.get("date") ?? "");
    const difference = Number.isNaN(reported) ? undefined : Math.round(Math.abs(Date.now() - reported) / 1000);
    return {
      milliseconds: Math.max(1, Math.round(performance.now() - before)),
      refusal: response.ok ? "" : `HTTP ${response.status}`,
      difference,
    };
  } catch (error) {
    return { milliseconds: 0, refusal: failureOf(error).message, difference: undefined };
  }
}

/** Default export, because it is loaded lazily. */
export default function TrialPage() {
  use(texts);
  const { t } = useTranslation();
  const { menu } = useWorkspace();
  const [findings, setFindings] = useState<readonly Finding[]>();
  usePageTitle(t("trial.title"));

  const run = useCallback(async () => {
    setFindings(undefined);
    const { milliseconds, refusal, difference } = await askServer();
    const age = tokenAge() / 1000;
    const pages = flatMenu(menu).filter((item) => item.path !== undefined).length;
    const storage = (isGood: boolean) => t(isGood ? "trial.storageGood" : "trial.storageBad");
    const [isLocal, isTab] = [canStore("local"), canStore("session")];
    setFindings([
      { name: "server", isGood: refusal === "", text: refusal === "" ? t("trial.serverGood", { ms: milliseconds }) : refusal },
      { name: "session", isGood: age < settings.tokenTime, text: t("trial.sessionGood", { minutes: Math.floor(age / 60) }) },
      ...(difference === undefined
        ? []
        : [{ name: "clock" as const, isGood: difference <= clockTolerance, text: t("trial.clockGood", { seconds: difference }) }]),
      { name: "local", isGood: isLocal, text: storage(isLocal) },
      { name: "tab", isGood: isTab, text: storage(isTab) },
      { name: "menu", isGood: pages > 0, text: t("trial.menuGood", { count: pages }) },
    ]);
  }, [menu, t]);
  useEffect(() => void run(), [run]);

  return (
    <section className="tm-card tm-trial" aria-labelledby="trial-title">
      <h1 id="trial-title">{t("trial.title")}</h1>
      <p className="tm-soft">{t("trial.lead")}</p>
      <dl aria-live="polite" aria-busy={findings === undefined}>
        {(findings ?? []).map(({ name, isGood, text }) => (
          <div key={name}>
            <dt>{t(`trial.${name}`)}</dt>
            <dd>
              <strong className={isGood ? "tm-trial-good" : "tm-trial-bad"}>{t(isGood ? "trial.good" : "trial.bad")}</strong> {text}
            </dd>
          </div>
        ))}
      </dl>
      <Button loading={findings === undefined} onClick={() => void run()}>
        {t(findings === undefined ? "trial.running" : "trial.again")}
      </Button>
    </section>
  );
}
