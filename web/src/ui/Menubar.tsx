import { Check, type LucideIcon } from "lucide-react";
import { Menubar as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { Kbd } from "./Kbd";
import { Place, usePlace } from "./place";
import { useOverLine } from "./subMenu";

/** The menu bar: arrow keys, type-ahead and Esc by Radix. */
export function Menubar({ label, children }: { label: string; children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <Place value={place}>
      <Radix.Root className="menubar" aria-label={label} loop>
        {children}
      </Radix.Root>
      <div ref={setPlace} />
    </Place>
  );
}

export interface MenuProps {
  label: string;
  children: ReactNode;
  testId?: string;
}

export function Menu({ label, children, testId }: MenuProps) {
  const container = usePlace();
  return (
    <Radix.Menu>
      <Radix.Trigger className="menubar-trigger" data-testid={testId}>
        {label}
      </Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content className="menu" align="start" sideOffset={5} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Menu>
  );
}

export interface MenuItemProps {
  label: ReactNode;
  /** Small second line or the reason why it is disabled; plain text. */
  hint?: string | undefined;
  /** One icon component, or a ready element such as an <img>. */
  icon?: LucideIcon | ReactNode;
  shortcut?: string | undefined;
  disabled?: boolean | undefined;
  onSelect(): void;
  testId?: string;
}

export function MenuItem({ label, hint, icon, shortcut, disabled, onSelect, testId }: MenuItemProps) {
  return (
    <Radix.Item
      className="menu-item"
      disabled={disabled ?? false}
      onSelect={onSelect}
      title={hint}
      data-testid={testId}
    >
      <MenuIcon icon={icon} />
      <span className="menu-label">{label}</span>
      {shortcut && <Kbd shortcut={shortcut} />}
    </Radix.Item>
  );
}

export interface MenuChoiceProps {
  value: string;
  onChange(value: string): void;
  options: { value: string; label: string; testId?: string }[];
}

/** One of several, marked by a tick. */
export function MenuChoice({ value, onChange, options }: MenuChoiceProps) {
  return (
    <Radix.RadioGroup value={value} onValueChange={onChange}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className="menu-item" data-testid={option.testId}>
          <span className="menu-icon">
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </span>
          <span className="menu-label">{option.label}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export interface MenuCheckProps {
  label: string;
  checked: boolean;
  onChange(checked: boolean): void;
  shortcut?: string | undefined;
  testId?: string;
}

export function MenuCheck({ label, checked, onChange, shortcut, testId }: MenuCheckProps) {
  return (
    <Radix.CheckboxItem className="menu-item" checked={checked} onCheckedChange={onChange} data-testid={testId}>
      <span className="menu-icon">
        <Radix.ItemIndicator>
          <Check aria-hidden />
        </Radix.ItemIndicator>
      </span>
      <span className="menu-label">{label}</span>
      {shortcut && <Kbd shortcut={shortcut} />}
    </Radix.CheckboxItem>
  );
}

export interface SubMenuProps {
  label: string;
  icon?: LucideIcon;
  disabled?: boolean;
  children: ReactNode;
  testId?: string;
}

export function SubMenu({ label, icon, disabled, children, testId }: SubMenuProps) {
  const container = usePlace();
  const { content, onPointerLeave } = useOverLine();
  return (
    <Radix.Sub>
      <Radix.SubTrigger
        className="menu-item sub"
        disabled={disabled ?? false}
        onPointerLeave={onPointerLeave}
        data-testid={testId}
      >
        <MenuIcon icon={icon} />
        <span className="menu-label">{label}</span>
      </Radix.SubTrigger>
      <Radix.Portal container={container}>
        <Radix.SubContent ref={content} className="menu" sideOffset={4} alignOffset={-5} collisionPadding={8}>
          {children}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="menu-separator" />;
}

/** A line that only says something: a group's name, a server's name. */
export function MenuCaption({ children, testId }: { children: ReactNode; testId?: string }) {
  return (
    <Radix.Label className="menu-caption" data-testid={testId}>
      {children}
    </Radix.Label>
  );
}

export function MenuIcon({ icon }: { icon?: LucideIcon | ReactNode }) {
  return <span className="menu-icon">{isComponent(icon) ? render(icon) : icon}</span>;
}

function isComponent(icon: LucideIcon | ReactNode): icon is LucideIcon {
  return typeof icon === "object" && icon !== null && "render" in icon;
}

function render(Icon: LucideIcon) {
  return <Icon aria-hidden />;
}
