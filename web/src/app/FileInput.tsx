import { fileInputId } from "../commands/open";
import { openFirst, smilesExtensions } from "../commands/openDocument";
import { acceptText, useFiles } from "../state/files";

/** The input behind every Open button. */
export function FileInput() {
  const formats = useFiles((files) => files.formats);
  return (
    <input
      id={fileInputId}
      type="file"
      hidden
      accept={acceptText(formats, smilesExtensions)}
      data-testid="file-input"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file may be chosen again.
        event.target.value = "";
        void openFirst(files);
      }}
    />
  );
}
