// A link to a row of any resource.
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { recordAddress } from "../../admin/workspace/record-address.ts";
import { useWorkspace } from "../../admin/workspace/workspace.ts";

interface RecordLinkProps {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
}

/** Opens the row on its page, or in the dialog over its list; a text for those whose menu does not have that list. */
export function RecordLink({ resource, id, title }: RecordLinkProps): ReactNode {
  const { menu } = useWorkspace();
  const address = recordAddress(menu, resource, id);
  return address === undefined ? title : <Link to={address}>{title}</Link>;
}
