// The title of a row as a plain link to the page of the record: the list's own listener shows it inside the application (data-act), all else
// is the browser's, such as a middle click.
import type { ReactNode } from "react";

interface RecordPageLinkProps {
  readonly href: string;
  readonly children?: ReactNode;
}

export function RecordPageLink({ href, children }: RecordPageLinkProps): ReactNode {
  return (
    <a className="tm-row-link" href={href} data-act="view">
      {children}
    </a>
  );
}
