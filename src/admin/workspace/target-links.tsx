// Links beside a refusal, to the rows where it is mended (docs/wire.md §2). They open beside the page, so that nothing typed there is lost.
import { useCallback, type ReactNode } from "react";
import { useTranslation } from "../i18n/use-translation.ts";
import type { RowTarget } from "../api/failure.ts";
import { flatMenu } from "./menu.ts";
import { addressBelow } from "./record-address.ts";
import { useWorkspaceIfThere } from "./workspace.ts";
import "./target-links.css";

interface TargetLink {
  readonly to: string;
  readonly label: string;
}

/** More lines of a document than these are mended one after the other anyway. */
const maxLinks = 5;

/** Makes the links to targets whose screens are in the person's menu, each once. */
export function useTargetLinks(): (targets: readonly RowTarget[]) => readonly TargetLink[] {
  const workspace = useWorkspaceIfThere();
  const { t } = useTranslation();
  return useCallback(
    (targets) => {
      const pages = flatMenu(workspace?.menu ?? []);
      const links = targets.flatMap(({ resource, id, title, action }): readonly TargetLink[] => {
        const { path, label } = pages.find(({ code }) => code === resource) ?? {};
        if (path === undefined) return [];
        return [{ to: addressBelow(path, id, action), label: t("common.goThereFor", { title: title || label }) }];
      });
      return [...new Map(links.map((link) => [link.to, link])).values()].slice(0, maxLinks);
    },
    [workspace, t],
  );
}

export function TargetLinks({ links }: { readonly links: readonly TargetLink[] }): ReactNode {
  return (
    <span className="tm-targets">
      {links.map(({ to, label }) => (
        <a key={to} href={to} target="_blank" rel="noopener noreferrer">
          {label}
        </a>
      ))}
    </span>
  );
}
