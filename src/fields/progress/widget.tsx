// The progress of a row's job, which a form shows.
export { ShownWidget as Widget } from "../shown-widget.tsx";
