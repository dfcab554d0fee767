// A plain link to the page of a record, within a list: the list's own listener shows it inside the application (data-act), all else is the
// browser's, such as a middle click.
import type { ReactNode } from "react";

interface RecordPageLinkProps {
  readonly href: string;
  /** The record is that of another row, to which a value of this one refers. */
  readonly isReference?: boolean;
  readonly children?: ReactNode;
}

export function RecordPageLink({ href, isReference = false, children }: RecordPageLinkProps): ReactNode {
  if (!isReference)
    return (
      <a className="tm-row-link" href={href} data-act="view">
        {children}
      </a>
    );
  // By keyboard it is reached on the page of the row: some hundred more stops would stand between the rows and what is below them.
  return (
    <a className="tm-reference-link" href={href} data-act="follow" tabIndex={-1}>
      {children}
    </a>
  );
}
