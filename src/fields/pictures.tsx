// Pictures of a record, opened large by a click.
import { Image } from "antd";
import type { ReactNode } from "react";
import { fileName } from "./file-name.ts";
import { useFormTexts } from "../admin/i18n/language.ts";

export function Pictures({ addresses }: { readonly addresses: readonly string[] }): ReactNode {
  const texts = useFormTexts();
  return (
    <Image.PreviewGroup>
      <span className="tf-pictures">
        {addresses.map((address) => (
          <Image key={address} src={address} alt={fileName(address)} width={88} height={88} preview={{ mask: texts.upload.preview }} />
        ))}
      </span>
    </Image.PreviewGroup>
  );
}
