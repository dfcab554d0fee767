// The frame of the pages of processes: their title, their parts, and the way back to the list of work when one is done with.
import { useId, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { Breadcrumbs } from "../../workspace/breadcrumbs.tsx";
import { usePageTitle } from "../../workspace/page-title.ts";
import { usePageAddress } from "../../workspace/page-address.ts";
import { closeTabs } from "../../workspace/tab-store.ts";
import "./process-page.css";

export function ProcessPage({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  usePageTitle(title);
  return (
    <section className="tm-card tm-process" aria-labelledby={id}>
      <Breadcrumbs title={title} />
      <h1 id={id}>{title}</h1>
      {children}
    </section>
  );
}

export function ProcessPart({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className="tm-process-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** After a request or a decision its tab closes and its list is shown, unless the user has navigated elsewhere. */
export function useReturn(path: string): () => void {
  const navigate = useNavigate();
  const { location, isShown } = usePageAddress();
  return () => {
    if (isShown()) void navigate(path);
    closeTabs(new Set([location.pathname]));
  };
}
