import { Tooltip as Radix } from "radix-ui";
import type { ReactElement } from "react";
import { Kbd } from "./Kbd";

export interface TooltipProps {
  label: string;
  shortcut?: string | undefined;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactElement;
}

/** Names its child on hover and on keyboard focus. */
export function Tooltip({ label, shortcut, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="tooltip" side={side} sideOffset={6} collisionPadding={8}>
          {label}
          {shortcut && <Kbd shortcut={shortcut} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Around the whole page: one delay for all tooltips. */
export const TooltipProvider = Radix.Provider;
