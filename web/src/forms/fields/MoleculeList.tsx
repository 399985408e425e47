import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { certain } from "../../commands/molecule";
import { Thumbnail } from "../../library/Thumbnail";
import { MarkedText } from "../../molecules/MarkedText";
import { MoleculePicture } from "../../molecules/MoleculePicture";
import { type LiveSketch, problemText, useSketch, useWhenRead } from "../../molecules/sketch";
import { useTools } from "../../state/tools";
import { Button } from "../../ui/Button";
import { Formula } from "../../ui/Formula";
import { type MoleculeChoice, searchMolecules } from "../molecules";
import { type MoleculeValue, moleculeValue } from "../values";

export interface MoleculeListProps {
  choices: readonly MoleculeChoice[];
  chosen: MoleculeChoice | undefined;
  /** "None" may be chosen. */
  clearable: boolean;
  onPick(value: MoleculeValue | undefined): void;
  /** The person wants to bring a molecule; what was typed may be its name or SMILES. */
  onEnter(start: string): void;
}

const thumbnail = { width: 76, height: 56 };

/**
 * The library with a search box: type to narrow, arrows to move, Enter to take. A
 * SMILES in the box is drawn and may be taken too, unless the library lists it.
 */
export function MoleculeList({ choices, chosen, clearable, onPick, onEnter }: MoleculeListProps) {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = searchMolecules(choices, query);
  const live = useSketch(query, thumbnail);
  const typed = useTyped(live, found);
  const takeTyped = useWhenRead(query, live.pending, () => typed && onPick(typed.value));
  const last = found.length - 1 + (typed ? 1 : 0);
  const start = Math.max(0, chosen && !query ? found.indexOf(chosen) : 0);
  const active = Math.min(at ?? start, last);

  useEffect(() => {
    list.current?.querySelector(`[data-index="${active}"]`)?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + 8, PageUp: active - 8 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(Math.min(last, Math.max(0, to)));
    } else if (event.key === "Enter") {
      event.preventDefault();
      const picked = found[active];
      if (picked) onPick(picked.value);
      else takeTyped();
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
          aria-activedescendant={last >= 0 ? option(active) : undefined}
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
        {typed && (
          <TypedOption
            id={option(found.length)}
            index={found.length}
            typed={typed}
            live={live}
            active={active === found.length}
            onPoint={() => setAt(found.length)}
            onPick={takeTyped}
          />
        )}
        {found.length === 0 && !typed && (
          <p className="molecule-none">No molecule of the library matches “{query}”. Sketch or type it below.</p>
        )}
      </div>
      <TypedProblem query={query} live={live} shown={found.length === 0} />
      <div className="molecule-foot">
        <Button variant="link" onClick={() => onEnter(query)} data-testid="molecule-enter">
          Sketch or type a molecule…
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

/** The molecule whose SMILES is in the search box; null when there is none or the list has it. */
interface Typed {
  /** "" for none. */
  name: string;
  formula: string;
  /** Where it comes from, or what it lacks. */
  remark: string;
  value: MoleculeValue;
}

function useTyped(live: LiveSketch, found: readonly MoleculeChoice[]): Typed | null {
  const presets = useTools((tools) => tools.presets);
  const { sketch, problem } = live;
  if (!sketch || problem) return null;
  const preset = presets.find(({ id }) => id === sketch.preset?.id);
  if (preset && found.some(({ id }) => id === preset.id)) return null;
  // "CO" is carbon monoxide to one person and methanol to another: the list goes first.
  if (preset)
    return { name: preset.name, formula: sketch.formula, remark: "From the library", value: moleculeValue(preset) };
  const { title, formula, smiles } = sketch;
  return { name: title, formula, remark: "3D is made when the tool runs", value: { name: title || formula, smiles } };
}

interface TypedOptionProps {
  id: string;
  index: number;
  typed: Typed;
  live: LiveSketch;
  active: boolean;
  onPoint(): void;
  onPick(): void;
}

function TypedOption({ id, index, typed, live, active, onPoint, onPick }: TypedOptionProps) {
  return (
    <>
      <div className="menu-caption" role="presentation">
        As a SMILES
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the keys; options are never focused */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant points here */}
      <div
        id={id}
        role="option"
        aria-selected={active}
        className="menu-item typed-option"
        data-highlighted={active ? "" : undefined}
        data-index={index}
        data-testid="molecule-typed"
        onPointerMove={onPoint}
        onClick={onPick}
      >
        <span className="picture-box" data-stale={live.pending ? "" : undefined} style={{ height: thumbnail.height }}>
          {live.sketch?.picture && (
            <MoleculePicture svg={live.sketch.picture} label="" size={thumbnail} testId="typed-picture" />
          )}
        </span>
        <span className="typed-text">
          <b>{typed.name || <Formula text={typed.formula} />}</b>
          <small>
            {typed.name && (
              <>
                <Formula text={typed.formula} />.{" "}
              </>
            )}
            {typed.remark}
          </small>
        </span>
      </div>
    </>
  );
}

/** What is wrong with a search text that can only be meant as a SMILES. */
function TypedProblem({ query, live, shown }: { query: string; live: LiveSketch; shown: boolean }) {
  const { problem } = live;
  return (
    <div aria-live="polite">
      {shown && problem && certain.test(query) && (
        <div className="typed typed-problem" data-testid="typed-problem">
          <code>
            <MarkedText text={query} problem={problem} />
          </code>
          <p className="field-problem">{problemText(query, problem)}</p>
        </div>
      )}
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
        <Thumbnail smiles={choice.smiles} molblock={choice.entry?.molblock} />
        <span className="menu-label">{choice.name}</span>
        {choice.flat && <span className="flat-mark">flat</span>}
        <span className="menu-detail">
          <Formula text={choice.formula} />
        </span>
      </div>
    </>
  );
}
