// A picture.
export { UploadInput as Widget } from "../../admin/forms/inputs/upload-input.tsx";
