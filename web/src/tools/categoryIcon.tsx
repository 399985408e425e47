import { Atom, Box, Droplets, Layers, type LucideIcon, Spline, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import type { Category } from "./marker";
import type { ToolEntry } from "./registry";

const icons: Record<Category, LucideIcon> = {
  bulk: Box,
  molecule: Atom,
  polymer: Spline,
  surface: Layers,
  solvation: Droplets,
  other: Wrench,
};

/** The tool's own picture, drawn as an image so that nothing in it can run, else its category's icon. */
export function toolIcon(entry: ToolEntry): LucideIcon | ReactNode {
  return entry.icon ? <img src={entry.icon} alt="" width={16} height={16} /> : icons[entry.marker.category];
}
