import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "../../ui/Button";
import { Formula } from "../../ui/Formula";
import { type MoleculeChoice, searchMolecules } from "../molecules";
import type { MoleculeValue } from "../values";

export interface MoleculeListProps {
  choices: readonly MoleculeChoice[];
  chosen: MoleculeChoice | undefined;
  /** "None" may be chosen. */
  clearable: boolean;
  onPick(value: MoleculeValue | undefined): void;
  /** The person wants to bring a molecule. */
  onEnter(): void;
}

/** The library with a search box: type to narrow, arrows to move, Enter to take. */
export function MoleculeList({ choices, chosen, clearable, onPick, onEnter }: MoleculeListProps) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = searchMolecules(choices, query);
  const start = Math.max(0, chosen && !query ? found.indexOf(chosen) : 0);
  const active = Math.min(at ?? start, found.length - 1);

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.min(found.length - 1, Math.max(0, to)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const picked = found[active];
      if (picked) onPick(picked.value);
    }
  };

  const option = (index: number) => `${id}-option-${index}`;
  return (
    <div className="molecules">
      <div className="field-box molecule-search">
        <Search aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-label="Search molecules"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? option(active) : undefined}
          placeholder="Name, formula or SMILES"
          spellCheck={false}
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(query === event.target.value ? at : 0);
          }}
          onKeyDown={onKeyDown}
          data-testid="molecule-search"
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Molecules" className="molecule-list" tabIndex={-1}>
        {found.map((choice, index) => (
          <MoleculeOption
            key={choice.id}
            id={option(index)}
            index={index}
            choice={choice}
            caption={!query && choice.group !== found[index - 1]?.group ? choice.group : undefined}
            active={index === active}
            chosen={choice === chosen}
            onPoint={() => setAt(index)}
            onPick={() => onPick(choice.value)}
          />
        ))}
        {found.length === 0 && <p className="molecule-none">No molecule of the library matches “{query}”.</p>}
      </div>
      <div className="molecule-foot">
        <Button variant="link" onClick={onEnter} data-testid="molecule-enter">
          Paste or open a mol file…
        </Button>
        {clearable && (
          <Button variant="link" onClick={() => onPick(undefined)}>
            None
          </Button>
        )}
      </div>
    </div>
  );
}

interface OptionProps {
  id: string;
  index: number;
  choice: MoleculeChoice;
  caption: string | undefined;
  active: boolean;
  chosen: boolean;
  onPoint(): void;
  onPick(): void;
}

function MoleculeOption({ id, index, choice, caption, active, chosen, onPoint, onPick }: OptionProps) {
  return (
    <>
      {caption && (
        <div className="menu-caption" role="presentation">
          {caption}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the keys; options are never focused */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here */}
      <div
        id={id}
        role="option"
        aria-selected={active}
        className="menu-item"
        data-highlighted={active ? "" : undefined}
        data-chosen={chosen ? "" : undefined}
        data-index={index}
        data-testid={`molecule-${choice.id}`}
        onPointerMove={onPoint}
        onClick={onPick}
      >
        <span className="menu-label">{choice.name}</span>
        {choice.flat && <span className="flat-mark">flat</span>}
        <span className="menu-detail">
          <Formula text={choice.formula} />
        </span>
      </div>
    </>
  );
}
