// What happens when a definition is saved: names at once, then the check, then API and table, then the screens.
import path from "node:path";
import type { Finding } from "../../src/schema/checks/index.ts";
import type { Model } from "../../src/schema/model.ts";
import { SeedRefusedError } from "../../src/server/seed/seed.ts";
import { MigrationFailedError, MigrationRefusedError } from "../../src/server/store/migrate.ts";
import { errorsOf, findingLine } from "../check/report.ts";
import { checkLoaded } from "../check/run.ts";
import { findDefinitionFiles, loadDefinitions } from "../definitions.ts";
import { writeOutputs, writeSome } from "../generate/files.ts";
import { modelOutputs, sourceOutputs } from "../generate/outputs.ts";
import type { BrowserServer } from "./browser-server.ts";
import { overlayOf } from "./overlay.ts";

export interface SessionOptions {
  readonly root: string;
  readonly browser: BrowserServer;
  /** Migrates the database to the definitions and serves them; starts the server where it does not run. */
  readonly serve: (model: Model) => Promise<void>;
  readonly say: (line: string) => void;
}

export interface Session {
  /** Takes over the definitions as they are on disk. Resolves to whether they were taken. */
  takeOver(changed: ReadonlySet<string>): Promise<boolean>;
}

/** Names of the generated files whose change requires a full reload: the menu is requested when a user signs in. */
function changesTheMenu(written: readonly string[]): boolean {
  return written.includes("menu.json");
}

export function createSession({ root, browser, serve, say }: SessionOptions): Session {
  const folder = path.join(root, "generated");

  const refuse = (findings: readonly Finding[]): false => {
    for (const finding of findings) say(findingLine(finding));
    say(`${findings.length} problem${findings.length === 1 ? "" : "s"}; screens, API and tables stay as they were`);
    browser.showError(overlayOf(root, findings));
    return false;
  };

  /** What is wrong with definitions and shows at the data only is told by its sentence. */
  const refuseData = (error: MigrationRefusedError | MigrationFailedError | SeedRefusedError): false => {
    say(error.message);
    browser.showError({ plugin: error instanceof SeedRefusedError ? "seed" : "tables", message: error.message, stack: "" });
    return false;
  };

  return {
    async takeOver(changed) {
      const began = performance.now();
      for (const file of changed) browser.forget(file);
      const files = await findDefinitionFiles(root);
      const loaded = await loadDefinitions(root, browser.importFile);
      await writeSome(folder, await sourceOutputs(root, files, loaded));
      const { model, findings, context } = await checkLoaded(root, loaded);
      const errors = errorsOf(findings);
      if (errors.length > 0) return refuse(errors);
      try {
        await serve(model);
      } catch (error) {
        if (error instanceof MigrationRefusedError || error instanceof MigrationFailedError || error instanceof SeedRefusedError)
          return refuseData(error);
        throw error;
      }
      // After the API, so that a page never requests what is not served yet.
      const written = await writeOutputs(folder, modelOutputs(model, context));
      browser.hideError();
      if (changesTheMenu(written)) browser.reloadPages();
      if (changed.size > 0)
        say(`${[...changed].join(", ")}: screens, API and tables are up to date (${Math.round(performance.now() - began)} ms)`);
      return true;
    },
  };
}
