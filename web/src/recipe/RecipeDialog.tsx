import { count, counted } from "../app/format";
import { failed } from "../commands/report";
import { useJob } from "../state/job";
import { useTools } from "../state/tools";
import { plainLine } from "../tools/text";
import { Button } from "../ui/Button";
import { Dialog } from "../ui/Dialog";
import { otherVersions } from "./compare";
import { useRecipe } from "./link";
import { callsOf, type Json, type Made, type Recipe, type ToolRecord } from "./recipe";
import "./recipe.css";

/** Shows what a recipe link would do and asks whether to do it. */
export function RecipeDialog() {
  const recipe = useRecipe((store) => store.waiting);
  return recipe && <Offer recipe={recipe} />;
}

/** So many steps may have to be scrolled. */
const LONG = 6;

const close = () => useRecipe.setState({ waiting: null });

function Offer({ recipe }: { recipe: Recipe }) {
  const run = useTools((tools) => tools.run !== null);
  const job = useJob((store) => store.job !== null);
  const busy = run || job;
  const build = () => {
    close();
    void import("./rebuild").then(
      ({ rebuild }) => rebuild(recipe),
      (error) => failed("Could not build", error),
    );
  };
  const runs = callsOf(recipe).length;
  const others = otherVersions(recipe);
  return (
    <Dialog
      open
      size="medium"
      title={`Build “${plainLine(recipe.name, 60)}”?`}
      description={`A link brought the steps below. They are done in this page${runs > 0 ? `, with ${counted(runs, "tool run")}` : ""}; nothing is sent anywhere.`}
      onClose={close}
      reading={recipe.steps.length > LONG}
      testId="recipe-dialog"
      footer={
        <>
          <Button onClick={close} data-testid="recipe-cancel">
            Cancel
          </Button>
          <Button variant="primary" onClick={build} disabled={busy} data-testid="recipe-build">
            Build
          </Button>
        </>
      }
    >
      <ol className="recipe-steps">
        {linesOf(recipe).map(({ key, label, what, atoms }) => (
          <li key={key}>
            <span className="recipe-label">{label}</span>
            <span className="recipe-atoms">{atoms}</span>
            {what && <span className="recipe-what">{what}</span>}
          </li>
        ))}
      </ol>
      {busy && (
        <p className="field-help" role="status">
          It can be built when what runs is done.
        </p>
      )}
      {others.length > 0 && (
        <p className="notice-warning">
          Made with version {others.join(", ")}. This page is of another version and may come to something else; it says
          so at the end.
        </p>
      )}
    </Dialog>
  );
}

interface Line {
  key: string;
  label: string;
  /** The tool with its seed, or the changes by name. */
  what: string;
  atoms: string;
}

function linesOf({ source, steps }: Recipe): Line[] {
  const first: Line = {
    key: "source",
    label: plainLine(source.label, 80),
    what: source.provenance ? toolLine(source.provenance) : "in the link",
    atoms: source.provenance ? atomsOf(source.structure as Made) : "",
  };
  return [
    first,
    ...steps.map(({ label, provenance, ops }, index) => ({
      key: String(index),
      label: plainLine(label, 80) || sentence(opsLine(ops)),
      what: provenance ? toolLine(provenance) : label && opsLine(ops),
      atoms: provenance ? `+${count(provenance.atoms)}` : "",
    })),
  ];
}

const atomsOf = ({ atoms }: Made) => counted(atoms, "atom");

function toolLine({ tool, arguments: args }: ToolRecord): string {
  const seed = typeof args.seed === "number" ? ` · seed ${args.seed}` : "";
  return plainLine(tool, 60) + seed;
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function opsLine(ops: readonly Json[]): string {
  const names = [...new Set(ops.map(({ op }) => plainLine(op, 30).replace(/_/g, " ")))];
  return names.slice(0, 4).join(", ") + (names.length > 4 ? ", …" : "");
}
