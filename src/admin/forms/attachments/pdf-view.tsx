// The pages of a PDF, drawn by pdf.js: no plugin of the browser, no script of the file. A page is drawn when it comes into view.
import { Spin } from "antd";
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from "pdfjs-dist";
import workerAddress from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CharacterMaps } from "./character-maps.ts";

GlobalWorkerOptions.workerPort = null;
GlobalWorkerOptions.workerSrc = workerAddress;

/** Device pixels of a page at most: a poster on a large screen would need more memory than browsers give. */
const maxPixels = 16_000_000;

interface PageProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
}

function Page({ document: pdf, number }: PageProps): ReactNode {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const target = canvas.current;
    if (target === null) return undefined;
    let stop = () => {};
    let isGone = false;
    const draw = async () => {
      const page = await pdf.getPage(number);
      if (isGone) return;
      const { width, height } = page.getViewport({ scale: 1 });
      const wanted = (target.clientWidth / width) * globalThis.devicePixelRatio;
      const viewport = page.getViewport({ scale: Math.min(wanted, Math.sqrt(maxPixels / (width * height))) });
      target.width = viewport.width;
      target.height = viewport.height;
      target.style.aspectRatio = `${width} / ${height}`;
      const task = page.render({ canvas: target, viewport });
      stop = () => task.cancel();
      await task.promise;
    };
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      observer.disconnect();
      // A page that is left before it is drawn needs no word; one that cannot be drawn says so in its place.
      draw().catch(() => {
        if (!isGone) setBroken(true);
      });
    });
    observer.observe(target);
    return () => {
      isGone = true;
      observer.disconnect();
      stop();
    };
  }, [pdf, number]);
  if (isBroken) return <p role="alert">{t("attachments.unreadable")}</p>;
  return <canvas ref={canvas} role="img" aria-label={t("attachments.page", { number, total: pdf.numPages })} />;
}

/** Default export, because it is loaded lazily. */
export default function PdfView({ address, name }: { readonly address: string; readonly name: string }): ReactNode {
  const { t } = useTranslation();
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const task = getDocument({ url: address, BinaryDataFactory: CharacterMaps, useWorkerFetch: false, useWasm: false, cMapPacked: true });
    let isGone = false;
    task.promise.then(
      (loaded) => {
        if (!isGone) setPdf(loaded);
      },
      () => {
        if (!isGone) setBroken(true);
      },
    );
    return () => {
      isGone = true;
      void task.destroy();
    };
  }, [address]);
  if (isBroken) return <p role="alert">{t("attachments.unreadable")}</p>;
  if (pdf === undefined) return <Spin aria-label={t("attachments.loading")} />;
  return (
    // Its content may contain nothing focusable, and keyboards scroll the focused element.
    <div className="tm-pdf" tabIndex={0} role="group" aria-label={name}>
      {Array.from({ length: pdf.numPages }, (_none, index) => (
        <Page key={index} document={pdf} number={index + 1} />
      ))}
    </div>
  );
}
