import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./Button";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One line under the title; also the accessible description. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large";
  /** false: no close button, and Esc and the backdrop do nothing. */
  closable?: boolean;
  /** Text and lists without an input: the body itself takes the focus, so that keys scroll it. */
  reading?: boolean;
  role?: "dialog" | "alertdialog";
  testId?: string;
}

/**
 * A modal dialog: traps the focus, closes on Esc and gives the focus back.
 * The backdrop is a plain element inside the portal.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, size = "small", closable = true, testId } = props;
  const hold = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && closable && onClose()}>
      <Radix.Portal>
        <div className="backdrop" />
        <Radix.Content
          className={`dialog ${size}`}
          role={props.role ?? "dialog"}
          aria-modal
          data-testid={testId}
          onEscapeKeyDown={hold}
          onPointerDownOutside={hold}
          onInteractOutside={hold}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="dialog-head">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {closable && props.role !== "alertdialog" && (
              <Radix.Close asChild>
                <IconButton label="Close" icon={X} data-testid={testId && `${testId}-close`} />
              </Radix.Close>
            )}
          </header>
          {description && <Radix.Description className="dialog-description">{description}</Radix.Description>}
          {children && (
            <div className="dialog-body" tabIndex={props.reading ? 0 : undefined}>
              {children}
            </div>
          )}
          {footer && <footer className="dialog-foot">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
