import type { ElementType, ReactNode, Ref } from "react";

interface Props {
  as?: ElementType;
  children?: ReactNode;
  ref?: Ref<HTMLElement>;
  allowPinchZoom?: boolean;
  shards?: unknown;
}

/**
 * Stands in for the package `react-remove-scroll` that Radix wraps around what
 * floats. This page's body never scrolls, so there is nothing to lock.
 */
export function RemoveScroll({ as: As = "div", allowPinchZoom: _zoom, shards: _shards, ...rest }: Props) {
  return <As {...rest} />;
}
