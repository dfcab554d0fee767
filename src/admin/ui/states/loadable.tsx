// A component that is loaded when it is first drawn, as React's lazy has it, or before: then it is drawn at once. React draws the fallback
// of a lazy component for a moment even where its code is there, and waits 300 ms before it takes a fallback away again.
import { use, useState, type ComponentType, type ReactNode } from "react";

export interface Loadable<Props> {
  (props: Props): ReactNode;
  /** Loads it without drawing it. */
  readonly load: () => Promise<ComponentType<Props>>;
}

/** A component from its loader. Draw it below a Suspense. */
export function loadable<Props extends object>(loader: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const load = (): Promise<ComponentType<Props>> => {
    loading ??= loader().then(
      (component) => (loaded = component),
      (error: unknown) => {
        // The next attempt asks for it anew.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Awaited(props: Props): ReactNode {
    const Component = use(load());
    return <Component {...props} />;
  }
  function Loaded(props: Props): ReactNode {
    // What it was at first it stays, so that what people type in it is kept.
    const [Component] = useState(() => loaded);
    return Component === undefined ? <Awaited {...props} /> : <Component {...props} />;
  }
  return Object.assign(Loaded, { load });
}
