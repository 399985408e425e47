import { Ellipsis, PencilRuler, Search } from "lucide-react";
import { useId, useMemo, useRef, useState } from "react";
import { saveSelection } from "../commands/library";
import { sketchMolecule } from "../commands/molecule";
import { runCommand } from "../commands/registry";
import { type MoleculeChoice, moleculeChoices, searchMolecules, YOURS } from "../forms/molecules";
import { useDocument } from "../state/document";
import { acceptText, useFiles } from "../state/files";
import { useSelection } from "../state/selection";
import { useTools } from "../state/tools";
import { Button, IconButton } from "../ui/Button";
import { MenuButton } from "../ui/MenuButton";
import { exportLibrary, importFiles } from "./exchange";
import { LibraryRow } from "./LibraryRow";
import "./library.css";
import { useLibrary } from "./library";

/** Rows that are shown at once; more on request. */
const PAGE = 200;

/** The molecules of the page and of the person, to place, to edit and to fill boxes with. */
export function LibraryPanel() {
  const presets = useTools((tools) => tools.presets);
  const { entries, kept } = useLibrary();
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(PAGE);
  const choices = useMemo(() => {
    const all = moleculeChoices(presets, entries);
    // What the person keeps stands first here, the newest on top.
    return [...all.filter(({ entry }) => entry).reverse(), ...all.filter(({ entry }) => !entry)];
  }, [presets, entries]);
  const found = useMemo(() => searchMolecules(choices, query), [choices, query]);
  const groups = query.trim() ? [{ title: "", list: found }] : byGroup(found);
  let left = shown;

  return (
    <div className="library" data-testid="library" data-kept={kept}>
      <Bar query={query} onQuery={setQuery} count={found.length} />
      <div className="library-list">
        {entries.length === 0 && !query && (
          <p className="library-hint">
            {kept === "loading"
              ? "Reading your molecules…"
              : "Your own molecules appear here: sketch or type one, import a file, or save what is selected."}
          </p>
        )}
        {groups.map(({ title, list }) => {
          const part = list.slice(0, Math.max(0, left));
          left -= list.length;
          if (part.length === 0) return null;
          return (
            <section key={title} aria-label={title || "Found"}>
              {title && <h3 className="library-group">{title === YOURS ? "Your molecules" : title}</h3>}
              <ul>
                {part.map((choice) => (
                  <LibraryRow key={choice.id} choice={choice} />
                ))}
              </ul>
            </section>
          );
        })}
        {found.length === 0 && <p className="library-hint">No molecule matches “{query.trim()}”.</p>}
        {left < 0 && (
          <Button variant="link" onClick={() => setShown(shown + PAGE)} data-testid="library-more">
            Show {Math.min(PAGE, -left)} more
          </Button>
        )}
      </div>
    </div>
  );
}

function byGroup(list: readonly MoleculeChoice[]): { title: string; list: MoleculeChoice[] }[] {
  const groups = new Map<string, MoleculeChoice[]>();
  for (const choice of list) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups].map(([title, of]) => ({ title, list: of }));
}

function Bar({ query, onQuery, count }: { query: string; onQuery(text: string): void; count: number }) {
  const id = useId();
  const file = useRef<HTMLInputElement>(null);
  const own = useLibrary((library) => library.entries.length);
  const atoms = useDocument((doc) => doc.state?.atoms ?? 0);
  const formats = useFiles((files) => files.formats);
  const selected = useSelection((selection) => selection.atoms.length);
  return (
    <div className="library-bar">
      <div className="library-actions">
        <Button icon={PencilRuler} onClick={() => void runCommand(sketchMolecule)} data-testid="library-new">
          New molecule…
        </Button>
        <MenuButton
          trigger={<IconButton label="Library actions" icon={Ellipsis} data-testid="library-menu" />}
          items={[
            {
              label: "Import molecules…",
              hint: "SDF, MOL or XYZ",
              onSelect: () => file.current?.click(),
              testId: "library-import",
            },
            {
              label: "Export your molecules",
              hint: "One SD file with names, SMILES and origins",
              disabled: own === 0,
              onSelect: () => void exportLibrary(),
              testId: "library-export",
            },
            "separator",
            {
              label: selected > 0 ? "Save selection" : "Save the document as a molecule",
              disabled: atoms === 0,
              onSelect: () => void runCommand(saveSelection),
              testId: "library-save",
            },
          ]}
        />
        <input
          ref={file}
          type="file"
          accept={acceptText(formats)}
          multiple
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden
          data-testid="library-file"
          onChange={(event) => {
            void importFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </div>
      <div className="field-box library-search">
        <Search aria-hidden />
        <input
          type="search"
          id={id}
          aria-label="Search the library"
          placeholder="Name, formula or SMILES"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          data-testid="library-search"
        />
        <span className="library-count" aria-live="polite" data-testid="library-count">
          {count} <span className="visually-hidden">{count === 1 ? "molecule" : "molecules"}</span>
        </span>
      </div>
    </div>
  );
}
