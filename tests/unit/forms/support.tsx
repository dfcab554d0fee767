// Draws parts of the forms in happy-dom, answers their calls, and types as a person would.
import { Refine } from "@refinedev/core";
import { App, ConfigProvider } from "antd";
import i18next from "i18next";
import { act, useState, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { vi } from "vitest";
import { bladeDataProvider } from "#admin/data/providers/data-provider.ts";
import { createQueryClient } from "#admin/data/queries/query-client.ts";
import { useApplicationNotifications } from "#admin/data/providers/notification-provider.ts";
import { texts } from "#admin/i18n/texts/first-page.zh.ts";
import { createValueStore, useStored, type ValueStore } from "#admin/inputs/values/value-store.ts";
import type { Language } from "#schema/text";
import { mounted } from "../../support/mounted.ts";

export async function startLanguage(language: Language): Promise<void> {
  if (!i18next.isInitialized) await i18next.init({ lng: language, fallbackLng: false, resources: { zh: { translation: texts } } });
  await act(() => i18next.changeLanguage(language));
}

const provider = bladeDataProvider();

function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const [options] = useState(() => ({ disableTelemetry: true, reactQuery: { clientConfig: createQueryClient() } }));
  return (
    <Refine dataProvider={provider} notificationProvider={useApplicationNotifications()} options={options}>
      {children}
    </Refine>
  );
}

/** What the application puts around its screens. */
function Surroundings({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <ConfigProvider theme={{ token: { motion: false } }}>
      <App>
        <Frame>{children}</Frame>
      </App>
    </ConfigProvider>
  );
}

/** A router whose one place shows what a test has given it. */
function routerOf(shown: ValueStore<ReactNode>): ReturnType<typeof createMemoryRouter> {
  function Shown(): ReactNode {
    return <Surroundings>{useStored(shown, (node) => node)}</Surroundings>;
  }
  return createMemoryRouter([{ path: "*", element: <Shown /> }], { initialEntries: ["/first", "/second"] });
}

export interface Mounted {
  readonly router: ReturnType<typeof createMemoryRouter>;
  readonly container: HTMLElement;
  show(node: ReactNode): Promise<void>;
  unmount(): Promise<void>;
}

export async function mount(node: ReactNode): Promise<Mounted> {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container);
  const shown = createValueStore(node);
  const router = routerOf(shown);
  const one: Mounted = {
    container,
    router,
    show: (next) => act(async () => shown.set(next)),
    async unmount() {
      mounted.delete(one);
      await act(async () => root.unmount());
      container.remove();
    },
  };
  mounted.add(one);
  await act(async () => root.render(<RouterProvider router={router} />));
  await settle();
  return one;
}

/** Lets promises, effects and lazy chunks that are under way come to an end. */
export async function settle(times = 4): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await act(() => new Promise<void>((resolve) => void setImmediate(resolve)));
}

/** Waits until something is so; fails with its name after a while. */
export async function until(name: string, isSo: () => boolean): Promise<void> {
  const end = performance.now() + 20_000;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it never came about: ${name}\n${document.body.textContent}`);
    await settle(1);
  }
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Of JSON its value, of a form its fields. */
  readonly body: unknown;
}

export type Answer = { readonly status?: number; readonly body: unknown } | Error;

/** An answer as the server wraps it. */
export function ok(data: unknown): Answer {
  return { body: { code: 200, success: true, data, msg: "操作成功" } };
}

export function refused(code: number, msg: string, data: unknown): Answer {
  return { status: code, body: { code, success: false, msg, data } };
}

function bodyIn(body: string | URLSearchParams | undefined): unknown {
  return body instanceof URLSearchParams ? Object.fromEntries(body) : body === undefined ? undefined : JSON.parse(body);
}

/** Answers the calls of the page. Gives the calls as they come in. */
export function serve(answer: (call: Call) => Answer | Promise<Answer> | undefined): readonly Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", async (address: string, options: { readonly method: string; readonly body?: string | URLSearchParams }) => {
    const url = new URL(address, "http://localhost");
    const call: Call = {
      method: options.method,
      path: url.pathname.replace(/^\/api/, ""),
      query: Object.fromEntries(url.searchParams),
      body: bodyIn(options.body),
    };
    calls.push(call);
    const given = (await answer(call)) ?? refused(404, `nothing answers ${call.path}`, {});
    if (given instanceof Error) throw given;
    return new Response(JSON.stringify(given.body), { status: given.status ?? 200, headers: { "content-type": "application/json" } });
  });
  return calls;
}

export function field(name: string, root: ParentNode = document): HTMLElement {
  const found = [...root.querySelectorAll<HTMLElement>("[data-field]")].find((one) => one.dataset["field"] === name);
  if (found === undefined)
    throw new Error(
      `there is no field ${name}; there are ${[...root.querySelectorAll<HTMLElement>("[data-field]")].map((one) => one.dataset["field"]).join(", ")}`,
    );
  return found;
}

export function hasField(name: string): boolean {
  return [...document.querySelectorAll<HTMLElement>("[data-field]")].some((one) => one.dataset["field"] === name);
}

export function inputOf(name: string, root: ParentNode = document): HTMLInputElement | HTMLTextAreaElement {
  const found = field(name, root).querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
  if (found === null) throw new Error(`the field ${name} has no input`);
  return found;
}

/** Types into an input without leaving it. React listens to what the browser would do, so the value is set as the browser sets it. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const prototype = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  const setter = Object.getOwnPropertyDescriptor(prototype, "value")?.set;
  await act(async () => {
    input.focus();
    setter?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

export async function leave(input: HTMLElement): Promise<void> {
  await act(async () => {
    input.blur();
    input.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
  });
}

export async function press(target: EventTarget, key: string, options: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
  });
}

export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
  await settle();
}

export function button(name: string, root: ParentNode = document): HTMLButtonElement {
  const found = [...root.querySelectorAll<HTMLButtonElement>("button")].filter(
    (one) => one.textContent?.replace(/\s/g, "") === name.replace(/\s/g, "") || one.getAttribute("aria-label") === name,
  );
  const last = found.at(-1);
  if (last === undefined)
    throw new Error(
      `there is no button ${name}; there are ${[...root.querySelectorAll("button")].map((one) => one.textContent).join(" | ")}`,
    );
  return last;
}

/** The sentence below a field; "" where none is shown. */
export function errorOf(name: string): string {
  return field(name).querySelector(".tf-error")?.textContent ?? "";
}
