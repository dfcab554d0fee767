// The error pages with their own address, which are public (docs/specification.md §2).
import { use } from "react";
import { addTexts } from "../i18n/index.ts";
import { ErrorPage, type ErrorKind } from "../ui/states/error-page.tsx";

const kinds: Readonly<Record<string, ErrorKind>> = { "/403": "forbidden", "/404": "notFound", "/500": "server" };

const texts = addTexts("application");

export default function PublicPage() {
  use(texts);
  return <ErrorPage kind={kinds[location.pathname] ?? "notFound"} />;
}
