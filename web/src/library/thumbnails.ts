import { useEffect, useState } from "react";
import { Recent } from "../molecules/cache";
import { core } from "../state/core";
import { useShownTheme } from "../state/theme";

export const thumbnailSize = { width: 56, height: 42 };

/** What is drawn: the SMILES, or the mol block of a molecule that has none. */
export interface Drawable {
  smiles: string;
  molblock?: string | undefined;
}

const kept = new Recent<string>(600);

/** The picture as SVG; "" when it cannot be drawn. */
function thumbnailOf({ smiles, molblock = "" }: Drawable, dark: boolean): Promise<string> {
  const what = smiles ? { smiles } : { molblock };
  return kept.get(`${dark} ${smiles || molblock}`, async () => {
    const { json } = await core().call("molecule.sketch", { ...what, dark, ...thumbnailSize });
    return json.sketch?.picture ?? "";
  });
}

/** The picture of a molecule, once it is wanted; null until it is there. */
export function useThumbnail({ smiles, molblock }: Drawable, wanted: boolean): string | null {
  const dark = useShownTheme() === "dark";
  const [shown, setShown] = useState<{ of: string; svg: string } | null>(null);
  const of = `${dark} ${smiles || molblock}`;
  useEffect(() => {
    if (!wanted) return;
    let current = true;
    thumbnailOf({ smiles, molblock }, dark).then(
      (svg) => current && setShown({ of, svg }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [of, wanted, smiles, molblock, dark]);
  // Of the other theme until its own is there: nothing blinks.
  return shown?.svg ?? null;
}
