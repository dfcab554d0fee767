// What happens when a definition is saved: names at once, then the check of what the save affects, then API and table, then its screens. All
// that is far from it is checked and written when nobody has saved anything for a moment.
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import type { Finding, Selection } from "../../src/schema/checks/index.ts";
import type { Model } from "../../src/schema/model.ts";
import { SeedRefusedError } from "../../src/server/seed/seed.ts";
import { MigrationFailedError, MigrationRefusedError } from "../../src/server/store/migrate.ts";
import { errorsOf, findingLine } from "../check/report.ts";
import { checkLoaded, errorsWithin, type CheckResult } from "../check/run.ts";
import { definitionOf, findDefinitionFiles, loadDefinitions, type LoadedDefinitions } from "../definitions.ts";
import { writeOutputs, writeFiles } from "../generate/files.ts";
import { fingerprintFile, fingerprintText } from "../generate/fingerprint.ts";
import { modelOutputs, shownOutputs, sourceOutputs } from "../generate/outputs.ts";
import { affectedFiles } from "./affected.ts";
import type { BrowserServer } from "./browser-server.ts";
import { overlayOf } from "./overlay.ts";

interface SessionOptions {
  readonly root: string;
  readonly browser: BrowserServer;
  /** Migrates the database to the definitions and serves them; starts the server where it does not run. */
  readonly serve: (model: Model) => Promise<void>;
  readonly say: (line: string) => void;
  /** Tells of an unexpected error of what is done in between. */
  readonly complain: (error: unknown) => void;
  /** Called when everything is checked and written, and nothing is to be done until the next save. */
  readonly rested?: () => void;
}

interface Session {
  /** Takes over the definitions as they are on disk. Resolves to whether they were taken. */
  takeOver(changed: ReadonlySet<string>): Promise<boolean>;
  /** Does nothing in between any more. */
  stop(): void;
}

/** How long nobody saves before everything is checked and written. */
const idleMs = 1_500;
/** Resources that are checked before requests have their turn. */
const checkedAtOnce = 10;

/** Names of the generated files whose change requires a full reload: the menu is requested when a user signs in. */
function changesTheMenu(written: readonly string[]): boolean {
  return written.includes("menu.json");
}

export function createSession({ root, browser, serve, say, complain, rested }: SessionOptions): Session {
  const folder = path.join(root, "generated");
  /** What is served. */
  let accepted: LoadedDefinitions | undefined;
  /** Files with problems that were found in between: looked at again with every save. */
  let faulty: ReadonlySet<string> = new Set();
  let idle: NodeJS.Timeout | undefined;
  let takeOvers = 0;

  const refuse = (findings: readonly Finding[], consequence: string): false => {
    for (const finding of findings) say(findingLine(finding));
    say(`${findings.length} problem${findings.length === 1 ? "" : "s"}; ${consequence}`);
    browser.showError(overlayOf(root, findings));
    return false;
  };

  /** What is wrong with definitions and shows at the data only is told by its sentence. */
  const refuseData = (error: MigrationRefusedError | MigrationFailedError | SeedRefusedError): false => {
    say(error.message);
    browser.showError({ plugin: error instanceof SeedRefusedError ? "seed" : "tables", message: error.message, stack: "" });
    return false;
  };

  /** What was left out of a save: everything is checked, some at a time, and everything written. A save cuts it off. */
  const completeRest = async (result: CheckResult, passed: ReadonlySet<string>): Promise<void> => {
    const { loaded, model, context } = result;
    const own = takeOvers;
    const isCutOff = async (): Promise<boolean> => {
      await turn();
      return takeOvers !== own;
    };
    const rest = loaded.definitions.map(({ file }) => file).filter((file) => !passed.has(file));
    const errors: Finding[] = [];
    for (let from = 0; from < rest.length; from += checkedAtOnce) {
      const chosen = new Set(rest.slice(from, from + checkedAtOnce));
      errors.push(...(await errorsWithin(root, result, (file) => chosen.has(file))));
      if (await isCutOff()) return;
    }
    faulty = new Set(errors.map(({ file }) => definitionOf(file)));
    if (errors.length > 0) {
      refuse(errors, "these are served, but nothing can be built of them");
      return;
    }
    const outputs = new Map([...modelOutputs(model, context), [fingerprintFile, await fingerprintText(root)]]);
    if (!(await isCutOff())) await writeOutputs(folder, outputs);
  };

  const whenIdle = (result: CheckResult, passed: ReadonlySet<string>): void => {
    idle = setTimeout(
      () =>
        void completeRest(result, passed)
          .catch(complain)
          .then(() => rested?.()),
      idleMs,
    );
  };

  return {
    async takeOver(changed) {
      const began = performance.now();
      takeOvers += 1;
      clearTimeout(idle);
      for (const file of changed) browser.forget(file);
      const files = await findDefinitionFiles(root);
      const loaded = await loadDefinitions(root, browser.importFile);
      await writeFiles(folder, await sourceOutputs(root, files, loaded));
      const affected =
        accepted === undefined
          ? new Set(loaded.definitions.map(({ file }) => file))
          : new Set([...affectedFiles(accepted, loaded), ...faulty]);
      const isAffected: Selection = (file) => affected.has(file);
      const checked = await checkLoaded(root, loaded, isAffected);
      const { model, findings, context } = checked;
      const errors = errorsOf(findings);
      if (errors.length > 0) return refuse(errors, "screens, API and tables stay as they were");
      try {
        await serve(model);
      } catch (error) {
        if (error instanceof MigrationRefusedError || error instanceof MigrationFailedError || error instanceof SeedRefusedError)
          return refuseData(error);
        throw error;
      }
      accepted = loaded;
      faulty = new Set();
      // After the API, so that a page never requests what is not served yet.
      const written = await writeFiles(folder, shownOutputs(model, context, isAffected));
      browser.hideError();
      if (changesTheMenu(written)) browser.reloadPages();
      if (changed.size > 0)
        say(`${[...changed].join(", ")}: screens, API and tables are up to date (${Math.round(performance.now() - began)} ms)`);
      whenIdle(checked, affected);
      return true;
    },
    stop() {
      takeOvers += 1;
      clearTimeout(idle);
    },
  };
}
