import { Popover as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  /** Accessible name of what opens. */
  label: string;
  children: ReactNode;
  open?: boolean;
  onOpenChange?(open: boolean): void;
  side?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  className?: string;
  testId?: string;
}

/** Content that floats beside its button; Esc or a click outside closes it. */
export function Popover(props: PopoverProps) {
  const { trigger, label, children, side = "bottom", align = "start", className, testId } = props;
  return (
    <Radix.Root
      {...(props.open === undefined ? {} : { open: props.open })}
      {...(props.onOpenChange ? { onOpenChange: props.onOpenChange } : {})}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className={`popover${className ? ` ${className}` : ""}`}
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          data-testid={testId}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Wraps a button inside a popover that also closes it. */
export const PopoverClose = Radix.Close;
