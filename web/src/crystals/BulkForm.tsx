import { useEffect, useState } from "react";
import { cellText } from "../app/format";
import { Facts, FormFrame } from "../cells/FormFrame";
import { sentence, tell } from "../cells/words";
import { confirmLoss } from "../commands/confirmLoss";
import { useDocument } from "../state/document";
import { edit } from "../state/edits";
import { useFiles } from "../state/files";
import { useView } from "../state/view";
import { Segments } from "../ui/Segments";
import {
  copper,
  fieldOf,
  groupProblems,
  groupRequest,
  type Problems,
  prototypeProblems,
  prototypeRequest,
  rockSalt,
} from "./bulk";
import "./crystals.css";
import { GroupFields } from "./GroupFields";
import { LoadingTools } from "./LoadingTools";
import { PrototypeFields } from "./PrototypeFields";
import { pictured } from "./pictured";
import { usePrototypes } from "./prototypes";
import { useAnswer } from "./useAnswer";

/** Builds a crystal from a structure type, or from sites in a space group, as a new document. */
export function BulkForm() {
  const [kind, setKind] = useState<"prototype" | "group">("prototype");
  const [type, setType] = useState(copper);
  const [grouped, setGrouped] = useState(rockSalt);
  const { list: prototypes, problem: missing } = usePrototypes();
  const of = prototypes.find(({ name }) => name === type.prototype);
  const dirty = useDocument((doc) => doc.state?.dirty ?? false);

  const own = kind === "prototype" ? prototypeProblems(type, of) : groupProblems(grouped);
  const valid = Object.keys(own).length === 0 && (kind === "group" || of !== undefined);
  const request = kind === "group" ? groupRequest : () => (of ? prototypeRequest(type, of) : null);
  const asked = useAnswer("crystal.build", valid ? request(grouped) : null);
  // What only the core can find stands at its field, or above the buttons.
  const field = asked.problem ? fieldOf(asked.pointer) : "";
  const problems: Problems = field ? { ...own, [field]: sentence(asked.problem) } : own;
  const built = asked.answer;

  useEffect(() => {
    useView.getState().setPreview(built ? pictured(built) : null);
  }, [built]);
  useEffect(() => () => useView.getState().setPreview(null), []);

  const create = async () => {
    if (!built || !(await confirmLoss("Discard and create"))) return false;
    const { name, structure } = built.json;
    const bufs = Object.fromEntries(Object.entries(built.bufs).map(([key, array]) => [key, array.slice()]));
    await edit("edit.open", { name, source: { kind: "new", label: `Bulk crystal ${name}` }, structure }, bufs);
    useFiles.getState().set({ format: null });
    tell("New crystal", `${name}${structure.cell ? `, ${cellText(structure.cell)}` : ""}.`, built.json.notes);
    return true;
  };

  const facts = (asked.answer ?? asked.last)?.json.facts ?? [];
  return (
    <FormFrame
      title="New bulk crystal"
      problem={field ? "" : asked.problem || (kind === "prototype" ? missing : "")}
      warnings={[
        ...(built?.json.notes ?? []),
        ...(dirty ? ["The crystal replaces the open structure and its history."] : []),
      ]}
      blocked={!valid || asked.problem !== "" || !built}
      apply="Create"
      onApply={create}
      testId="bulk-form"
    >
      <LoadingTools failed={missing !== "" || asked.problem !== ""} />
      <Segments
        label="Crystal from"
        value={kind}
        onChange={(next) => setKind(next)}
        options={[
          { value: "prototype", content: "Structure type", testId: "bulk-by-type" },
          { value: "group", content: "Space group", testId: "bulk-by-group" },
        ]}
      />
      {kind === "prototype" ? (
        <PrototypeFields id="bulk" values={type} onChange={setType} prototypes={prototypes} problems={problems} />
      ) : (
        <GroupFields values={grouped} onChange={setGrouped} problems={problems} />
      )}
      <Facts
        testId="bulk-facts"
        facts={[
          ...facts.map(({ label, value }) => [label, built ? value : null] as const),
          ["Cell", built?.json.structure.cell ? cellText(built.json.structure.cell) : null],
        ]}
      />
    </FormFrame>
  );
}
