// A page on which a row of a resource is drawn rather than filled in: whether the user may do so, and the frame around it.
import { CanAccess } from "@refinedev/core";
import { use, useMemo, type ReactNode } from "react";
import { useParams } from "react-router-dom";
import type { Screen } from "../../schema/screen.ts";
import { accessNameOf } from "../access/access-provider.ts";
import { loadScreen } from "../data/screen-models/load.ts";
import { actionOf } from "../forms/actions/page-form.tsx";
import { ErrorPage } from "../ui/states/error-page.tsx";
import { NotFoundPage } from "../ui/states/not-found.ts";
import { Breadcrumbs } from "../workspace/breadcrumbs.tsx";

interface DesignPageProps {
  /** Its actions are `draw`, for a new row, and `design`, for one that is stored. */
  readonly resource: string;
  readonly title: string;
  readonly className: string;
  /** The page of a new row. */
  readonly renderNew: (screen: Screen) => ReactNode;
  /** The page of a stored row, whose id is in the address. */
  readonly renderStored: (screen: Screen, id: string) => ReactNode;
}

const nothing = {};

export function DesignPage({ resource, title, className, renderNew, renderStored }: DesignPageProps): ReactNode {
  const { id } = useParams();
  const screen = use(loadScreen(resource));
  const access = useMemo(
    () => (screen === undefined ? "" : accessNameOf(actionOf(screen, id === undefined ? "draw" : "design"))),
    [screen, id],
  );
  if (screen === undefined) return <NotFoundPage />;
  return (
    <CanAccess resource={screen.name} action={access} params={nothing} fallback={<ErrorPage kind="forbidden" />}>
      <section className={`tm-card ${className}`}>
        <Breadcrumbs title={title} />
        {id === undefined ? renderNew(screen) : renderStored(screen, id)}
      </section>
    </CanAccess>
  );
}
