import { useTools } from "../state/tools";
import type { ToolEntry } from "../tools/registry";

/** Where to run a tool that this page and its own server offer in the same version. */
export function SourceChoice({ entry, chosen }: { entry: ToolEntry; chosen: string }) {
  if (!entry.also) return null;
  const options = [
    { id: entry.source.id, place: "page", label: "This page", hint: undefined },
    { id: entry.also.id, place: "server", label: "Server", hint: `${entry.also.name}, ${entry.also.url ?? ""}` },
  ];
  return (
    <fieldset className="form-source">
      <legend className="visually-hidden">Run on</legend>
      <span aria-hidden>Run on</span>
      <div className="segments">
        {options.map(({ id, place, label, hint }) => (
          <label key={id} title={hint} className="segment" data-checked={id === chosen ? "" : undefined}>
            <input
              type="radio"
              name={`run-on-${entry.id}`}
              checked={id === chosen}
              onChange={() => useTools.getState().updateForm(entry.id, (form) => ({ ...form, runOn: id }))}
              data-testid={`tool-run-on-${place}`}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
