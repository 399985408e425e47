import { groups } from "../commands/registry";
import { gestures } from "../select/gestures";
import { Dialog } from "../ui/Dialog";
import { Kbd } from "../ui/Kbd";
import { closeDialog } from "./Dialogs";
import { shownShortcut } from "./useCommand";

/** Every key and every gesture. */
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
        {gestures.map(({ title, lines }) => (
          <section key={title} className="whole">
            <h3>{title}</h3>
            <dl>
              {lines.map(([gesture, effect]) => (
                <div key={gesture}>
                  <dt>{gesture}</dt>
                  <dd className="shortcut-effect">{effect}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
