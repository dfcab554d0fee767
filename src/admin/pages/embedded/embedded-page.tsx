// A page of another site, or a file of this one, in a frame that can do no harm to the page around it (docs/specification.md §2,
// /myiframe).
import { Button } from "antd";
import { use, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Navigate, useLocation } from "react-router-dom";
import { addTexts } from "../../i18n/index.ts";
import { settings } from "../../browser/settings.ts";
import { leafAt } from "../../workspace/menu.ts";
import { usePageTitle } from "../../workspace/page-title.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import "./embedded.css";
import { addressNow, mayEmbed, sandboxOf, siteOf } from "../../workspace/token-address.ts";

const texts = addTexts("pages");

function Refusal({ title, text, address }: { readonly title: string; readonly text: string; readonly address?: string }) {
  const { t } = useTranslation();
  const open = async (url: string) => window.open(await addressNow(url), "_blank", "noopener,noreferrer");
  return (
    <div className="tm-embedded-note" role="alert">
      <h1>{title}</h1>
      <p className="tm-soft">{text}</p>
      {address !== undefined && (
        <Button type="primary" onClick={() => void open(address)}>
          {t("embedded.open")}
        </Button>
      )}
    </div>
  );
}

function Frame({ url, address, title }: { readonly url: URL; readonly address: string; readonly title: string }) {
  const { t } = useTranslation();
  const [source, setSource] = useState<string>();
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    let isWanted = true;
    void addressNow(address).then((filled) => isWanted && setSource(filled));
    return () => {
      isWanted = false;
    };
  }, [address]);
  return (
    <div className="tm-embedded">
      {!isThere && (
        <p className="tm-embedded-pending tm-soft" role="status">
          {t("embedded.loading")}
        </p>
      )}
      {source !== undefined && (
        <iframe
          title={title}
          src={source}
          sandbox={sandboxOf(url, location.origin)}
          referrerPolicy="no-referrer"
          onLoad={() => setThere(true)}
        />
      )}
    </div>
  );
}

/** Default export, because it is loaded as a part of its own. */
export default function EmbeddedPage() {
  use(texts);
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { menu } = useWorkspace();
  const leaf = leafAt(menu, pathname);
  usePageTitle(leaf?.label ?? "");
  if (leaf?.embedded === undefined) return <Navigate to="/404" replace />;
  const url = leaf.embedded === "" ? undefined : siteOf(leaf.embedded, location.origin);
  if (url === undefined) return <Refusal title={t("embedded.addressTitle")} text={t("embedded.addressText")} />;
  if (!mayEmbed(url, settings.frameSources, location.origin)) {
    return <Refusal title={t("embedded.refusedTitle")} text={t("embedded.refusedText", { site: url.host })} address={leaf.embedded} />;
  }
  return <Frame key={leaf.key} url={url} address={leaf.embedded} title={leaf.label} />;
}
