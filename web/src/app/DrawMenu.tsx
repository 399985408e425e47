import { type AtomLabels, type Projection, useUi } from "../state/ui";
import { MenuCaption, MenuChoice, SubMenu } from "../ui/Menubar";
import type { Style } from "../view/styles";

const styles: { value: Style; label: string }[] = [
  { value: "ballStick", label: "Balls and sticks" },
  { value: "licorice", label: "Licorice" },
  { value: "space", label: "Space filling" },
  { value: "line", label: "Lines" },
];

const labels: { value: AtomLabels; label: string }[] = [
  { value: "none", label: "No labels" },
  { value: "element", label: "Elements" },
  { value: "index", label: "Indices" },
  { value: "name", label: "Names" },
];

const projections: { value: Projection; label: string }[] = [
  { value: "perspective", label: "Perspective" },
  { value: "orthographic", label: "Orthographic" },
];

/** How the structure is drawn. */
export function DrawMenu() {
  const { drawStyle, atomLabels, projection, set } = useUi();
  return (
    <>
      <SubMenu label="Draw as">
        <MenuChoice
          value={drawStyle}
          onChange={(next) => set({ drawStyle: next as Style })}
          options={styles.map((one) => ({ ...one, testId: `style-${one.value}` }))}
        />
      </SubMenu>
      <SubMenu label="Label atoms by">
        <MenuChoice
          value={atomLabels}
          onChange={(next) => set({ atomLabels: next as AtomLabels })}
          options={labels.map((one) => ({ ...one, testId: `labels-${one.value}` }))}
        />
        <MenuCaption>Of large structures the selected atoms</MenuCaption>
      </SubMenu>
      <SubMenu label="Projection">
        <MenuChoice
          value={projection}
          onChange={(next) => set({ projection: next as Projection })}
          options={projections.map((one) => ({ ...one, testId: `projection-${one.value}` }))}
        />
      </SubMenu>
    </>
  );
}
