import { failed } from "../commands/report";
import { download } from "../commands/saveDocument";
import { core } from "../state/core";
import { useDocument } from "../state/document";
import { useNotices } from "../state/notices";
import { useUi } from "../state/ui";
import { pageWorker } from "../tools/worker";
import { settingText } from "./symmetry";

/**
 * Writes the asymmetric unit of the document with the operations of its space group, and
 * hands it to the browser; asks first where the file cannot hold everything.
 */
export async function saveCif(tolerance: number): Promise<void> {
  const { state } = useDocument.getState();
  if (!state) return;
  try {
    const sent = await core().call("edit.structure", {});
    const { json, bufs } = await pageWorker().call(
      "crystal.cif",
      { structure: sent.json.structure, name: state.name, tolerance },
      { bufs: sent.bufs },
    );
    const { refused, losses, changes } = json.report;
    if (refused || !bufs.data) throw new Error(refused ?? "the core gave no data");
    const text = [...losses, ...changes].join(" · ");
    const question = { title: "Save the CIF without everything?", body: text, confirm: "Save", cancel: "Cancel" };
    if (losses.length > 0 && !(await useUi.getState().ask(question))) return;
    download(new Blob([bufs.data as Uint8Array<ArrayBuffer>], { type: json.mime }), json.fileName);
    useNotices.getState().notify({
      level: "info",
      title: `Saved ${json.fileName}`,
      text: `with the symmetry ${settingText(json.group)} (${json.group.number}).${text ? ` ${text}.` : ""}`,
    });
  } catch (error) {
    failed("Could not save the CIF", error);
  }
}
