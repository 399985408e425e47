import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { Tooltip } from "./Tooltip";

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button a panel; ghost in bars, link inside text. */
  variant?: "plain" | "primary" | "ghost" | "danger" | "link";
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = "plain", icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button ${variant}${className ? ` ${className}` : ""}`} {...rest}>
      {Icon && <Icon aria-hidden />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "aria-label"> {
  /** The accessible name and the tooltip. */
  label: string;
  shortcut?: string;
  icon: LucideIcon;
  side?: "top" | "right" | "bottom" | "left";
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ label, shortcut, icon: Icon, side = "bottom", className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut} side={side}>
      <button type="button" aria-label={label} className={`icon-button${className ? ` ${className}` : ""}`} {...rest}>
        <Icon aria-hidden />
      </button>
    </Tooltip>
  );
}
