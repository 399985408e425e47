import { useMemo } from "react";
import { useShownTheme } from "../state/theme";
import { ballRadii, elementColors } from "../view/elements";

export interface SideViewProps {
  /** Element, Å to the right, Å up; those behind first. One cell of the surface. */
  atoms: readonly (readonly [number, number, number])[];
  /** Å after which the picture repeats to the right. */
  period: number;
  /** What is seen, for those who do not see it. */
  label: string;
  /** CSS pixels. */
  width: number;
  height: number;
}

/** Å from left to right, and above the highest atom. */
const SPAN = 11;
const SKY = 1.7;

/** Balls are wider than in the view: planes are told apart at this size. */
const SWELL = 1.9;

/** The upper side of a slab as a small picture, drawn with shapes, so that a list can have many. */
export function SideView({ atoms, period, label, width, height }: SideViewProps) {
  const theme = useShownTheme();
  const colors = useMemo(() => elementColors(theme), [theme]);
  const scale = width / SPAN;
  const balls = useMemo(() => tiled(atoms, period, height / scale), [atoms, period, height, scale]);
  return (
    <svg className="side-view" role="img" aria-label={label} width={width} height={height}>
      {balls.map(({ z, x, y, key }) => (
        <circle
          key={key}
          cx={x * scale}
          cy={y * scale}
          r={(ballRadii[z] ?? 0) * SWELL * scale}
          fill={`rgb(${colors.subarray(3 * z, 3 * z + 3).join(" ")})`}
        />
      ))}
    </svg>
  );
}

/** Balls of a picture so tall, Å from its upper left corner. */
export function tiled(atoms: SideViewProps["atoms"], period: number, tall: number) {
  const top = Math.max(...atoms.map(([, , up]) => up));
  const step = Math.max(period, 0.5);
  return atoms.flatMap(([z, right, up], at) => {
    const y = SKY + top - up;
    if (y > tall + 1.5) return [];
    const start = right - step * Math.floor((right + 1.5) / step);
    return Array.from({ length: Math.ceil((SPAN + 3) / step) }, (_, k) => ({
      z,
      x: start + k * step,
      y,
      key: `${at} ${k}`,
    })).filter(({ x }) => x < SPAN + 1.5);
  });
}
