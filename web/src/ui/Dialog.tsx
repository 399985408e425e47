import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { Place } from "./place";
import { returnFocus } from "./returnFocus";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: string;
  /** One line under the title; also the accessible description. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: "small" | "medium" | "large" | "wide";
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
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const opener = useRef<Element | null>(null);
  const question = props.role === "alertdialog";
  /** The Esc that is being handled belongs to something inside. */
  const inside = useRef(false);
  const onOpenChange = (next: boolean) => {
    const held = inside.current;
    inside.current = false;
    if (!next && closable && !held) onClose();
  };
  const hold = (event: Event) => {
    if (!closable) event.preventDefault();
  };
  // A click beside a question is no answer.
  const holdOutside = (event: Event) => {
    if (!closable || question) event.preventDefault();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <div className="backdrop" />
        <Radix.Content
          className={`dialog ${size}`}
          role={props.role ?? "dialog"}
          aria-modal
          data-testid={testId}
          onEscapeKeyDown={(event) => {
            inside.current = event.composedPath().some((node) => node instanceof Element && node.matches(keepsEscape));
            hold(event);
          }}
          onPointerDownOutside={holdOutside}
          onInteractOutside={holdOutside}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            focusFirst(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="dialog-head">
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {closable && !question && (
              <Radix.Close className="icon-button" aria-label="Close" data-testid={testId && `${testId}-close`}>
                <X aria-hidden />
              </Radix.Close>
            )}
          </header>
          {description && <Radix.Description className="dialog-description">{description}</Radix.Description>}
          {children && (
            <div className="dialog-body" tabIndex={props.reading ? 0 : undefined}>
              <Place value={place}>{children}</Place>
            </div>
          )}
          {footer && <footer className="dialog-foot">{footer}</footer>}
          <div ref={setPlace} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Parts of a dialog in which Esc means something of their own. */
const keepsEscape = "[data-keeps-escape]";

const focusable = "input:not(:disabled), textarea, select, button:not(:disabled), [tabindex='0']";

/** The first control of the body, else the first button of the foot; the close button comes last. */
function focusFirst(event: Event) {
  const dialog = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const body = dialog?.querySelector<HTMLElement>(".dialog-body");
  const first =
    (body?.matches(focusable) ? body : body?.querySelector<HTMLElement>(focusable)) ??
    dialog?.querySelector<HTMLElement>(".dialog-foot button");
  if (!first) return;
  event.preventDefault();
  first.focus();
  // Browsers begin at the start of a text that is there already.
  if (first instanceof HTMLTextAreaElement) first.setSelectionRange(first.value.length, first.value.length);
}
