import { useEffect, useRef, useState } from "react";
import { usePickView } from "../../ui/usePickView";
import type { Mark } from "../../view/PickView";
import type { MoleculeShape } from "../moleculeShape";
import { fieldId, testId } from "../widget";

/** An atom field that the picture fills. */
export interface AtomTarget {
  pointer: string;
  label: string;
  chosen: number | null;
}

export interface AtomPickerProps {
  shape: MoleculeShape;
  /** Name of the molecule. */
  name: string;
  targets: readonly AtomTarget[];
  onPick(pointer: string, atom: number): void;
}

/**
 * A molecule in 3D with the atoms that its fields name: a click gives an atom to the
 * field whose turn it is, a drag turns the picture. Atoms without a hydrogen, which
 * could join nothing, are pale. The lists above it do the same with the keyboard.
 */
export default function AtomPicker({ shape, name, targets, onPick }: AtomPickerProps) {
  const root = useRef<HTMLDivElement>(null);
  const [turn, setTurn] = useState(0);
  const [hovered, setHovered] = useState<number | null>(null);
  const now = Math.min(turn, targets.length - 1);
  const pick = useRef((_: number) => {});
  pick.current = (atom) => {
    const target = targets[now];
    // A canvas knows nothing of a disabled form.
    if (!target || root.current?.closest("fieldset:disabled")) return;
    onPick(target.pointer, atom);
    setTurn((now + 1) % targets.length);
  };
  // Without WebGL 2 the lists above are the whole control.
  const { container, canvas, view, missing } = usePickView(`${name}: 3D picture for choosing atoms`, {
    onPick: (atom) => pick.current(atom),
    onHover: setHovered,
    covered: { top: targets.length > 1 ? 40 : 24, bottom: 26 },
  });

  useEffect(() => {
    if (!view) return;
    view.setMolecule(shape);
    view.setPale(pale(shape));
  }, [view, shape]);

  const marks = JSON.stringify(marksOf(targets));
  // biome-ignore lint/correctness/useExhaustiveDependencies(shape): another molecule has no marks yet
  useEffect(() => {
    view?.setMarks(JSON.parse(marks));
  }, [view, shape, marks]);

  // The field that has the focus is the one that a click fills.
  useEffect(() => {
    const ids = targets.map(({ pointer }) => fieldId(pointer));
    const follow = ({ target }: FocusEvent) => {
      const at = ids.indexOf((target as HTMLElement).id);
      if (at >= 0) setTurn(at);
    };
    const form = root.current?.closest("form") ?? document;
    form.addEventListener("focusin", follow as EventListener);
    return () => form.removeEventListener("focusin", follow as EventListener);
  }, [targets]);

  return (
    <div className="atom-picker wide" ref={root} hidden={missing}>
      <div className="atom-picture" ref={container}>
        <canvas ref={canvas} data-testid={`${testId(targets[0]?.pointer ?? "")}-picture`} />
        <span className="atom-picture-name">
          {hovered !== null && shape.labels[hovered]
            ? `${shape.labels[hovered]}${usable(shape, hovered) ? "" : " (no hydrogen)"}`
            : `Click the ${wanted(targets[now]?.label ?? "")}`}
        </span>
        {targets.length > 1 && (
          <fieldset className="segments atom-turns" aria-label="A click chooses">
            {targets.map(({ pointer, label }, index) => (
              <label key={pointer} className="segment" data-checked={index === now ? "" : undefined}>
                <input
                  type="radio"
                  name={`${fieldId(targets[0]?.pointer ?? "")}-turn`}
                  checked={index === now}
                  onChange={() => setTurn(index)}
                />
                {short(label)}
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </div>
  );
}

/** "Head atom" is marked "Head". */
const short = (label: string) => label.replace(/\s+atom$/i, "");

/** "head atom" of "Head" and of "Head atom", "atom" of "Atom". */
const wanted = (label: string) => (/^atom$/i.test(label) ? "atom" : `${short(label).toLowerCase()} atom`);

const usable = ({ elements, hasHydrogen }: MoleculeShape, atom: number) => elements[atom] === 1 || hasHydrogen[atom];

const pale = (shape: MoleculeShape) => Array.from(shape.elements.keys()).filter((atom) => !usable(shape, atom));

/** One mark an atom: two fields may name the same one. */
function marksOf(targets: readonly AtomTarget[]): Mark[] {
  const words = new Map<number, string[]>();
  for (const { chosen, label } of targets)
    if (chosen !== null) words.set(chosen, [...(words.get(chosen) ?? []), short(label)]);
  return [...words].map(([atom, text]) => ({ atom, text: text.join(" = ") }));
}
