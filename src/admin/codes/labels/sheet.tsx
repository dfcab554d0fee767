// One sheet of labels: a grid of QR codes with their words, in millimetres of the paper.
import { QRCodeSVG } from "@rc-component/qrcode";
import type { CSSProperties } from "react";
import { labelUrl, papers, type Label, type Layout } from "./labels.ts";
import "./sheet.css";

/** The QR code of an address; its name tells those who cannot see it what it leads to. */
export function QrCode({ address, label, size }: { readonly address: string; readonly label: string; readonly size?: number }) {
  return (
    <QRCodeSVG
      value={address}
      level="M"
      marginSize={4}
      role="img"
      aria-label={label}
      data-address={address}
      {...(size === undefined ? {} : { size })}
    />
  );
}

export function Sheet({ labels, layout }: { readonly labels: readonly Label[]; readonly layout: Layout }) {
  const { paper, rows, columns, address, showsCode, showsProduct, words } = layout;
  const { width, height } = papers[paper];
  const style: CSSProperties & Readonly<Record<`--${string}`, number>> = {
    "--paper-width": width,
    "--paper-height": height,
    gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
    gridTemplateRows: `repeat(${rows}, minmax(0, 1fr))`,
  };
  return (
    <div className="tm-sheet" style={style}>
      {labels.map((label) => (
        <div key={label.code} className="tm-sheet-label">
          <QrCode address={labelUrl(label, address)} label={label.code} />
          {showsProduct && label.productName !== "" && <span>{label.productName}</span>}
          {showsCode && <span className="tm-sheet-code">{label.code}</span>}
          {words !== "" && <span>{words}</span>}
        </div>
      ))}
    </div>
  );
}
