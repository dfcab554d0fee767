// The widgets of all kinds of field, one per folder of src/fields. What few forms need, or what is large, is loaded when it is first drawn.
import { lazy, type ComponentType } from "react";
import type { WidgetProps } from "../admin/forms/values/field-scope.ts";
import { Widget as bool } from "./bool/widget.tsx";
import { Widget as choice } from "./choice/widget.tsx";
import { Widget as code } from "./code/widget.tsx";
import { Widget as decimal } from "./decimal/widget.tsx";
import { Widget as dict } from "./dict/widget.tsx";
import { Widget as email } from "./email/widget.tsx";
import { Widget as integer } from "./integer/widget.tsx";
import { Widget as json } from "./json/widget.tsx";
import { Widget as money } from "./money/widget.tsx";
import { Widget as password } from "./password/widget.tsx";
import { Widget as phone } from "./phone/widget.tsx";
import { Widget as ref } from "./ref/widget.tsx";
import { Widget as state } from "./state/widget.tsx";
import { Widget as text } from "./text/widget.tsx";
import { Widget as textarea } from "./textarea/widget.tsx";
import { Widget as url } from "./url/widget.tsx";

interface WidgetModule {
  readonly Widget: ComponentType<WidgetProps>;
}

function later(load: () => Promise<WidgetModule>): ComponentType<WidgetProps> {
  return lazy(async () => ({ default: (await load()).Widget }));
}

const widgets: ReadonlyMap<string, ComponentType<WidgetProps>> = new Map<string, ComponentType<WidgetProps>>([
  ["bool", bool],
  ["choice", choice],
  ["code", code],
  ["color", later(() => import("./color/widget.tsx"))],
  ["date", later(() => import("./date/widget.tsx"))],
  ["datetime", later(() => import("./datetime/widget.tsx"))],
  ["decimal", decimal],
  ["dict", dict],
  ["email", email],
  ["file", later(() => import("./file/widget.tsx"))],
  ["icon", later(() => import("./icon/widget.tsx"))],
  ["image", later(() => import("./image/widget.tsx"))],
  ["images", later(() => import("./images/widget.tsx"))],
  ["integer", integer],
  ["json", json],
  ["lines", later(() => import("./lines/widget.tsx"))],
  ["message", later(() => import("./message/widget.tsx"))],
  ["money", money],
  ["password", password],
  ["phone", phone],
  ["progress", later(() => import("./progress/widget.tsx"))],
  ["record", later(() => import("./record/widget.tsx"))],
  ["ref", ref],
  ["refs", later(() => import("./refs/widget.tsx"))],
  ["region", later(() => import("./region/widget.tsx"))],
  ["richtext", later(() => import("./richtext/widget.tsx"))],
  ["state", state],
  ["text", text],
  ["textarea", textarea],
  ["time", later(() => import("./time/widget.tsx"))],
  ["tree-ref", later(() => import("./tree-ref/widget.tsx"))],
  ["url", url],
]);

/** The widget of a kind. Throws for a kind without a folder. */
export function widgetOf(kind: string): ComponentType<WidgetProps> {
  const widget = widgets.get(kind);
  if (widget === undefined) throw new Error(`there is no widget for the kind of field "${kind}"`);
  return widget;
}
