import { useEffect, useRef, useState } from "react";
import { type Drawable, thumbnailSize, useThumbnail } from "./thumbnails";
import "./library.css";

/** A small picture that is drawn when it comes into sight. The name beside it says what it shows. */
export function Thumbnail(molecule: Drawable) {
  const box = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!box.current || seen) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [seen]);
  const svg = useThumbnail(molecule, seen);
  return (
    <span className="thumbnail" ref={box} aria-hidden>
      {svg && (
        <img
          src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
          alt=""
          {...thumbnailSize}
          draggable={false}
          data-testid="thumbnail"
        />
      )}
    </span>
  );
}
