import { useTools } from "../state/tools";
import type { ToolEntry } from "../tools/registry";

/** Where to run a tool that this page and its own servers offer in the same version. */
export function SourceChoice({ entry, chosen }: { entry: ToolEntry; chosen: string }) {
  const servers = useTools((tools) => tools.servers);
  if (!entry.also) return null;
  const all = [entry.source, ...entry.also];
  const several = all.filter(({ kind }) => kind !== "page").length > 1;
  const options = all.map(({ id, kind, name, url }) => {
    if (kind === "page") return { id, place: "page", label: "This page", hint: undefined };
    const server = servers.find(({ source }) => source?.id === id);
    const place = url ?? server?.shown;
    return {
      id,
      place: several ? `server-${id}` : "server",
      // Of one program that is reached in two ways, the way tells more than its name.
      label: several ? (server?.entry ? server.name : server?.host) || id : "Server",
      hint: place ? `${name}, ${place}` : name,
    };
  });
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
