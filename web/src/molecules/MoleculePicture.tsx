import type { PictureSize } from "./sketch";

export interface MoleculePictureProps {
  /** SVG from the core. */
  svg: string;
  /** What is drawn, for those who do not see it. */
  label: string;
  size: PictureSize;
  testId?: string;
}

/**
 * A drawn molecule. As the source of an image the SVG is a picture and nothing
 * else: it cannot run scripts, load anything or reach the page's styles.
 */
export function MoleculePicture({ svg, label, size, testId }: MoleculePictureProps) {
  return (
    <img
      className="molecule-picture"
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      alt={label}
      width={size.width}
      height={size.height}
      draggable={false}
      data-testid={testId}
    />
  );
}
