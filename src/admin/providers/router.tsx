// Refine's view of the address, over react-router. Our own in place of @refinedev/react-router, whose nested query strings (qs, 11 KB gzip) no screen
// uses: what lists keep in the address is flat and read by src/admin/screens/list-query.ts.
import { ResourceContext, type GoConfig, type RouterProvider } from "@refinedev/core";
import { useCallback, useContext, useMemo, type ComponentProps } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router";
import { textOf } from "../api/record.ts";

/** The address that Refine asks for. */
export function addressOf({ to = "", query = {}, hash, options = {} }: GoConfig, here: { readonly search: string; readonly hash: string }): string {
  const parameters = new URLSearchParams(options.keepQuery ? here.search : "");
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) parameters.delete(name);
    else parameters.set(name, textOf(value));
  }
  const search = parameters.toString();
  const mark = (hash ?? (options.keepHash ? here.hash : "")).replace(/^#/, "");
  return `${to}${search === "" ? "" : `?${search}`}${mark === "" ? "" : `#${mark}`}`;
}

function useGo() {
  const navigate = useNavigate();
  const { search, hash } = useLocation();
  return useCallback(
    (config: GoConfig) => {
      const address = addressOf(config, { search, hash });
      if (config.type === "path") return address;
      void navigate(address, { replace: config.type === "replace" });
      return undefined;
    },
    [navigate, search, hash],
  );
}

function useBack() {
  const navigate = useNavigate();
  return useCallback(() => void navigate(-1), [navigate]);
}

function useParse() {
  const parameters = useParams();
  const { pathname, search } = useLocation();
  const { resources } = useContext(ResourceContext);
  const resource = useMemo(() => resources.find((one) => one.list === pathname), [resources, pathname]);
  return useCallback(
    () => ({
      pathname,
      params: { ...parameters, ...Object.fromEntries(new URLSearchParams(search)) },
      ...(resource === undefined ? {} : { resource, action: "list" as const }),
    }),
    [pathname, search, parameters, resource],
  );
}

function RefineLink({ to, children, ...rest }: ComponentProps<NonNullable<RouterProvider["Link"]>>) {
  return (
    <Link to={to} {...rest}>
      {children}
    </Link>
  );
}

export const routerProvider: RouterProvider = { go: useGo, back: useBack, parse: useParse, Link: RefineLink };
