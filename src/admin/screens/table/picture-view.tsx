// A picture of a list, large.
import { Image } from "antd";

export function PictureView({ address, onClose }: { readonly address: string; readonly onClose: () => void }) {
  return (
    <Image
      src={address}
      alt=""
      style={{ display: "none" }}
      preview={{ visible: true, src: address, onVisibleChange: (isVisible) => isVisible || onClose() }}
    />
  );
}
