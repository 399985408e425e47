import { groups } from "../commands/registry";
import { Dialog } from "../ui/Dialog";
import { Kbd } from "../ui/Kbd";
import { closeDialog } from "./Dialogs";
import { shownShortcut } from "./useCommand";

const mouse = [
  ["Drag", "turn the view"],
  ["Right drag, or Shift and drag", "move the view"],
  ["Wheel", "zoom to the pointer"],
  ["Click", "select an atom or both ends of a bond"],
  ["Shift and click", "add to the selection or take away"],
  ["Double-click", "select the whole molecule"],
] as const;

const canvas = [
  ["Arrow keys", "turn the view while it has the focus"],
  ["+ and −", "zoom while it has the focus"],
] as const;

export function ShortcutsDialog() {
  return (
    <Dialog open onClose={closeDialog} title="Keyboard and mouse" size="medium" reading testId="shortcuts-dialog">
      <div className="shortcuts">
        {groups.map(({ title, commands }) => {
          const listed = commands.filter(shownShortcut);
          return (
            listed.length > 0 && (
              <section key={title}>
                <h3>{title}</h3>
                <dl>
                  {listed.map(({ id, label, shortcut }) => (
                    <div key={id}>
                      <dt>{label.replace("…", "")}</dt>
                      <dd>
                        {shortcut?.split(" ").map((spelling) => (
                          <Kbd key={spelling} shortcut={spelling} />
                        ))}
                      </dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
        <section className="whole">
          <h3>In the view</h3>
          <dl>
            {[...mouse, ...canvas].map(([gesture, effect]) => (
              <div key={gesture}>
                <dt>{gesture}</dt>
                <dd className="shortcut-effect">{effect}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
