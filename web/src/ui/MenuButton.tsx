import type { LucideIcon } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { Kbd } from "./Kbd";
import { MenuIcon } from "./Menubar";

export interface MenuButtonProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom";
  items: (MenuButtonItem | "separator")[];
}

export interface MenuButtonItem {
  label: string;
  hint?: string;
  icon?: LucideIcon | ReactNode;
  shortcut?: string;
  disabled?: boolean;
  onSelect(): void;
  testId?: string;
}

/** A button with a short menu of actions. The menu stays in the landmark of its button; not for dialogs. */
export function MenuButton({ trigger, align = "end", side = "bottom", items }: MenuButtonProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content className="menu" align={align} side={side} sideOffset={5} collisionPadding={8} loop>
        {items.map((item, index) =>
          item === "separator" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: separators have no identity
            <Radix.Separator key={index} className="menu-separator" />
          ) : (
            <Radix.Item
              key={item.label}
              className="menu-item"
              disabled={item.disabled ?? false}
              onSelect={item.onSelect}
              title={item.hint}
              data-testid={item.testId}
            >
              {item.icon && <MenuIcon icon={item.icon} />}
              <span className="menu-label">{item.label}</span>
              {item.shortcut && <Kbd shortcut={item.shortcut} />}
            </Radix.Item>
          ),
        )}
      </Radix.Content>
    </Radix.Root>
  );
}
