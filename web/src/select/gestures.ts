/** What the shortcut sheet lists beside the commands: gestures, and keys that belong to a tool. */
export const gestures: readonly { title: string; lines: readonly (readonly [string, string])[] }[] = [
  {
    title: "With the mouse",
    lines: [
      ["Click", "what the tool does; Select takes an atom, or both ends of a bond"],
      ["Shift and click", "add to the selection or take away"],
      ["Double-click", "select the whole molecule"],
      ["Right click", "menu of the atom, the bond or the view"],
      ["Drag", "turn the view; draw around atoms with Box and Lasso; move or turn atoms with their tools"],
      ["Right drag, or Shift and drag", "move the view"],
      ["Wheel", "zoom to the pointer"],
    ],
  },
  {
    title: "With fingers",
    lines: [
      ["Tap, double tap", "as a click and a double-click"],
      ["Stay on a spot", "menu, as a right click"],
      ["One finger", "turn the view, or what the tool drags"],
      ["Two fingers", "turn and zoom"],
      ["Three fingers", "move the view"],
    ],
  },
  {
    title: "With a tool",
    lines: [
      ["1, 2, 3, 4", "order of the bond: single, double, triple, aromatic (Add, Bond); 0 takes it away (Bond)"],
      ["A symbol", "element that is used (Add, Element): C, then l for Cl; Shift where the letter is a tool"],
      ["Arrow keys", "nudge the selection (Move), turn it (Rotate) or the molecule to place; Shift: finer"],
      ["Esc", "drop what the tool is in the middle of, then the selection, then back to Select"],
    ],
  },
  {
    title: "In the view, while it has the focus",
    lines: [
      ["Arrow keys", "turn it; with Shift move it"],
      ["+ and −", "zoom, where nothing is selected"],
    ],
  },
];
