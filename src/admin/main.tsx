// Starts the page: appearance and language first, then the root component.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { beginFirstReads } from "./first-reads.ts";
import { startLanguage } from "./i18n/index.ts";
import { catchErrors, rootErrors } from "./log/catch-errors.ts";
import { setInstallationZone } from "#schema/local-time";
import { Root, untilDrawable } from "./root.tsx";
import { leaveStartScreen } from "./start-screen.ts";
import { startAppearance } from "./ui/theme/appearance.ts";
import { settings } from "./browser/settings.ts";
import "./ui/theme/page.css";
import "./ui/theme/bars.css";

const container = document.getElementById("root");
if (container === null) throw new Error("index.html has no element with the id root");

catchErrors();
if (settings.timeZone !== "") setInstallationZone(settings.timeZone);
startAppearance();

/** How long nothing is drawn at most, for what comes at once to be drawn in one pass. */
const patienceMs = 200;

let firstReads: Promise<void> = Promise.resolve();
const begin = () => void (firstReads = beginFirstReads());

/** Whatever fails here is told where it is drawn. */
const drawable = () =>
  Promise.race([untilDrawable(firstReads).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, patienceMs))]);

function draw(parent: HTMLElement): void {
  leaveStartScreen(parent);
  createRoot(parent, rootErrors).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  );
}

// Without an await here: a file that is loaded by then may import this one, and would wait for it for ever.
void startLanguage(begin)
  .then(drawable)
  .then(() => draw(container));
