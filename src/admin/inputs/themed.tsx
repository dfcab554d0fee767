// Inputs of @rjsf/antd behind our widgets. They pass on what JSON Schema knows about a field, but no errors, required markers or
// descriptions; this adds those to each of them in one place, together with the other props of its antd control.
import type { BaseInputTemplateProps, RJSFSchema } from "@rjsf/utils";
import { Children, cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import type { WidgetProps } from "./values/field-scope.ts";
import { stateAndRequired } from "./control-state.ts";
import { registry } from "./rjsf-registry.ts";

/** A part of @rjsf/antd, which renders one control with the given id. */
type Part = (props: BaseInputTemplateProps) => ReactElement;

export interface ThemedProps {
  /** The widget's own props: the field and its state. */
  readonly of: WidgetProps;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly onFocus?: () => void;
  readonly onBlur?: () => void;
  readonly options?: BaseInputTemplateProps["options"];
  readonly schema?: RJSFSchema;
  readonly type?: string;
  readonly multiple?: boolean;
  readonly placeholder?: string | undefined;
  /** Props of the antd control that the part does not know. */
  readonly control?: Readonly<Record<string, unknown>>;
}

const nothing = (): void => undefined;
const noSchema: RJSFSchema = {};
const noOptions = {};

/** The control among the rendered elements of a part; the others are for schemas that no definition produces. */
function controlIn(rendered: ReactElement, id: string): ReactElement {
  const parts =
    isValidElement<{ readonly children?: ReactNode }>(rendered) && rendered.type === Fragment
      ? Children.toArray(rendered.props.children)
      : [rendered];
  const control = parts.find((one) => isValidElement<{ readonly id?: string }>(one) && one.props.id === id);
  if (!isValidElement(control)) throw new Error(`@rjsf/antd draws no control with the id ${id}`);
  return control;
}

/** A component that renders a part of @rjsf/antd and completes its control. */
export function themed(part: Part): (props: ThemedProps) => ReactNode {
  return function Themed({
    of,
    value,
    onChange,
    onFocus = nothing,
    onBlur = nothing,
    options = noOptions,
    schema = noSchema,
    control,
    ...rest
  }) {
    const { id, field, isDisabled } = of;
    // Called and not rendered, so that the control can still be completed; its hooks become those of this component, always the same ones.
    const rendered = part({
      id,
      name: field.name,
      label: "",
      value,
      onChange,
      onFocus,
      onBlur,
      options,
      schema,
      registry,
      disabled: isDisabled,
      ...rest,
    });
    return cloneElement(controlIn(rendered, id), { ...stateAndRequired(of), ...control });
  };
}
