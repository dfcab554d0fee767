// The console's options of an installation: whose pages menu entries embed, which sites get tokens, whether users switch department and
// role, whether the home page can be closed.
import { platformTenant } from "../caller/caller.ts";
import type { PageSettings } from "./page-file.ts";
import type { PageSources } from "./security-headers.ts";

export interface ConsoleOptions {
  /** Sites whose pages a menu entry may embed. */
  readonly frameSources: readonly string[];
  /** Sites whose pictures are shown. */
  readonly imageSources?: readonly string[];
  /** Sites whose addresses in the menu get the user's token. */
  readonly tokenSites: readonly string[];
  /** People choose the department and role that they act as (docs/wire.md §3). */
  readonly hasSwitchMode: boolean;
  /** The tab of the home page may be closed (docs/specification.md §4, first-page setting). */
  readonly hasFirstPage: boolean;
}

/** The page's settings from these options; only what differs from the defaults. */
export function consoleSettings(options: ConsoleOptions | undefined): PageSettings {
  if (options === undefined) return {};
  return {
    ...(options.frameSources.length === 0 ? {} : { frameSources: options.frameSources }),
    ...(options.tokenSites.length === 0 ? {} : { tokenSites: options.tokenSites }),
    ...(options.hasSwitchMode ? { switchMode: true } : {}),
    ...(options.hasFirstPage ? { firstPage: true } : {}),
  };
}

interface FixedSettings {
  readonly passwordTransform: string;
  readonly asksCaptcha: boolean;
  readonly console: ConsoleOptions | undefined;
}

/** The settings of every page of this server that stay the same while it runs, under `npm start` and `npm run dev` alike. */
export function fixedSettings({ passwordTransform, asksCaptcha, console }: FixedSettings): PageSettings {
  return {
    password: passwordTransform,
    captcha: asksCaptcha,
    tenant: platformTenant,
    sessions: true,
    identityProviders: true,
    reorders: true,
    exports: true,
    live: true,
    workspace: true,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...consoleSettings(console),
  };
}

/** The additions to the page's policy. */
export function consoleSources(options: ConsoleOptions | undefined): Pick<PageSources, "frames" | "images"> {
  return { frames: options?.frameSources ?? [], images: options?.imageSources ?? [] };
}
