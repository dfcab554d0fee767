// A value as a link to another screen, which is searched by it.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { flatMenu } from "../admin/workspace/menu.ts";
import { useWorkspace } from "../admin/workspace/workspace.ts";
import { screenFor, type LeadsTo } from "../schema/field.ts";

interface LeadingLinkProps {
  readonly to: LeadsTo;
  readonly text: string;
  /** The row around, which may tell the screen. */
  readonly row: Readonly<Record<string, unknown>>;
}

/** Opens the screen with the value as its search; a text for those whose menu does not have that screen. */
export function LeadingLink({ to, text, row }: LeadingLinkProps): ReactNode {
  const { menu } = useWorkspace();
  const screen = screenFor(to, row);
  const path = flatMenu(menu).find((item) => item.code === screen)?.path;
  if (path === undefined) return text;
  return <Link to={`${path}?${new URLSearchParams({ [`f.${to.by}`]: text })}`}>{text}</Link>;
}
