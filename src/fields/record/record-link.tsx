// A link to a row of any resource.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { flatMenu } from "../../admin/workspace/menu.ts";
import { useWorkspace } from "../../admin/workspace/workspace.ts";

interface RecordLinkProps {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
}

/** Opens the row on its own screen; a text for those whose menu does not have that screen. */
export function RecordLink({ resource, id, title }: RecordLinkProps): ReactNode {
  const { menu } = useWorkspace();
  const path = flatMenu(menu).find((item) => item.code === resource)?.path;
  if (path === undefined || id === "") return title;
  return <Link to={`${path}?${new URLSearchParams({ mode: "view", id })}`}>{title}</Link>;
}
