import { counted, decimals } from "../app/format";
import type { Terminations as Found } from "../core/protocol";
import { Formula } from "../ui/Formula";
import { Options } from "./Options";
import { SideView } from "./SideView";

export interface TerminationsProps {
  /** null while they are not known. */
  found: Found | null;
  /** The crystal has bonds, so that it is known how many a cut breaks. */
  bonded: boolean;
  value: number;
  onChange(value: number): void;
}

const size = { width: 96, height: 60 };

/** The different surfaces of a crystal along a plane, each with a picture of it. */
export function Terminations({ found, bonded, value, onChange }: TerminationsProps) {
  if (!found) return null;
  const { terminations: list, plane } = found;
  return (
    <Options
      label={list.length === 1 ? "Termination" : `Termination: one of ${list.length}`}
      value={String(value)}
      onChange={(next) => onChange(Number(next))}
      help="Whole layers have the composition of the crystal."
      options={list.map(({ top, bottom, broken, gap, mirror, picture }, at) => ({
        value: String(at),
        testId: `slab-termination-${at}`,
        label: (
          <>
            <Formula text={top} /> on top
          </>
        ),
        detail: (
          <>
            {mirror === at ? "the same below" : <Formula text={`${bottom} below`} />}
            <br />
            {bonded && `${counted(broken, "bond")} cut, `}gap {decimals(gap, 2)} Å
          </>
        ),
        picture: <SideView atoms={picture} period={plane[0]} {...size} label={`${top} on top, seen from the side`} />,
      }))}
    />
  );
}
