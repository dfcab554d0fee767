// A file, or several.
export { UploadInput as Widget } from "../../admin/forms/inputs/upload-input.tsx";
