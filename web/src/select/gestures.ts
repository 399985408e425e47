/** What the shortcut sheet lists beside the commands: gestures, and keys that belong to a tool. */
export const gestures: readonly { title: string; lines: readonly (readonly [string, string])[] }[] = [
  {
    title: "With the mouse",
    lines: [
      ["Click", "what the tool does; Select takes an atom, or both ends of a bond"],
      ["Shift and click", "add to the selection or take away"],
      ["Double-click", "select the whole molecule"],
      ["Right click", "menu of the atom, the bond or the view"],
      ["Drag", "turn the view, or what the tool drags: a box, a lasso, atoms"],
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
      ["1, 2, 3, 4", "single, double, triple, aromatic (Add, Bond); 0: no bond (Bond)"],
      ["A symbol", "the element (Add, Element): C, then l for Cl; Shift if it is a tool"],
      ["Arrow keys", "nudge (Move) or turn (Rotate, Place); with Shift less"],
      ["Esc", "what the tool has begun, then the selection, then the tool is left"],
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
