import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Formula } from "./Formula";

test.each([
  ["C2H6O", undefined, "C<sub>2</sub>H<sub>6</sub>O"],
  ["H4N+", undefined, "H<sub>4</sub>N<sup>+</sup>"],
  ["O4S-2", undefined, "O<sub>4</sub>S<sup>2−</sup>"],
  ["Cl", -1, "Cl<sup>−</sup>"],
  ["H4N+", 1, "H<sub>4</sub>N<sup>+</sup>"],
  ["none", undefined, "none"],
])("%s with charge %s", (text, charge, html) => {
  const drawn = renderToStaticMarkup(<Formula text={text} {...(charge === undefined ? {} : { charge })} />);
  expect(drawn).toBe(`<span class="formula">${html}</span>`);
});
