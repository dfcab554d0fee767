// A sentence that only the server writes, so a form shows it.
export { ShownWidget as Widget } from "../shown-widget.tsx";
