// Refine's binding for React Router. Its own `parse` compares the address with every screen in each component that uses a hook of Refine;
// here the address is compared once, for whoever asks.
import { matchResourceFromRoute, ResourceContext, type IResourceItem, type ParseResponse, type RouterProvider } from "@refinedev/core";
import reactRouter from "@refinedev/react-router";
import { useCallback, useContext } from "react";
import { matchPath, useLocation } from "react-router-dom";

interface Parsed {
  readonly address: string;
  readonly response: ParseResponse;
}

/** The last address of each set of resources: all components of a page ask for the same. */
const lastParsed = new WeakMap<IResourceItem[], Parsed>();

/** What Refine wants to know of an address: the resource and action it belongs to, and the parameters of path and query. */
export function parseAddress(pathname: string, search: string, resources: IResourceItem[]): ParseResponse {
  const address = pathname + search;
  const last = lastParsed.get(resources);
  if (last?.address === address) return last.response;
  const { resource, action, matchedRoute } = matchResourceFromRoute(pathname, resources);
  const inPath = matchedRoute === undefined ? {} : (matchPath(matchedRoute, pathname)?.params ?? {});
  const response: ParseResponse = {
    ...(resource === undefined ? {} : { resource }),
    ...(action === undefined ? {} : { action }),
    ...(inPath["id"] === undefined ? {} : { id: inPath["id"] }),
    pathname,
    params: { ...inPath, ...Object.fromEntries(new URLSearchParams(search)) },
  };
  lastParsed.set(resources, { address, response });
  return response;
}

function useParse(): () => ParseResponse {
  const { pathname, search } = useLocation();
  const { resources } = useContext(ResourceContext);
  return useCallback(() => parseAddress(pathname, search, resources), [pathname, search, resources]);
}

export const routerProvider: RouterProvider = { ...reactRouter, parse: useParse };
