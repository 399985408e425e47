import { useId } from "react";
import { SelectSettings } from "../../select/SelectSettings";
import { useRail } from "../../state/rail";
import type { RailTool } from "../../state/ui";
import { Checkbox } from "../../ui/Checkbox";
import { ElementChoice } from "./ElementChoice";
import { MeasureSettings } from "./MeasureSettings";
import { MoveSettings } from "./MoveSettings";
import { OrderChoice } from "./OrderChoice";
import { PlaceSettings } from "./PlaceSettings";
import { RotateSettings } from "./RotateSettings";
import "../../forms/fields.css";
import "./settings.css";

/** The settings of the chosen tool. */
export function SettingsPanel({ tool }: { tool: RailTool }) {
  switch (tool) {
    case "add":
      return (
        <>
          <ElementChoice />
          <OrderChoice />
        </>
      );
    case "element":
      return (
        <>
          <ElementChoice />
          <Rebalance />
        </>
      );
    case "bond":
      return (
        <>
          <OrderChoice none />
          <Rebalance />
        </>
      );
    case "delete":
      return <Fill />;
    case "move":
      return <MoveSettings />;
    case "rotate":
      return <RotateSettings />;
    case "place":
      return <PlaceSettings />;
    case "measure":
      return <MeasureSettings />;
    case "select":
      return <SelectSettings />;
  }
}

function Rebalance() {
  const { rebalance, set } = useRail();
  return (
    <Checkbox
      id={useId()}
      label="Hydrogens follow"
      checked={rebalance}
      onChange={(next) => set({ rebalance: next })}
      testId="bond-rebalance"
    />
  );
}

function Fill() {
  const { fill, set } = useRail();
  return (
    <Checkbox
      id={useId()}
      label="Fill the gaps with hydrogens"
      checked={fill}
      onChange={(next) => set({ fill: next })}
      testId="delete-fill"
    />
  );
}
