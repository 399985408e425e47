import { LoaderCircle } from "lucide-react";
import type { ReactNode } from "react";
import { decimals } from "../app/format";
import { Button } from "../ui/Button";
import { Formula } from "../ui/Formula";
import { Tooltip } from "../ui/Tooltip";
import { CopyButton } from "./CopyButton";
import { aboutBrenk, aboutPains, aboutSynthetic, alertName, estimates, type Fact, identity } from "./facts";
import { MoleculePicture } from "./MoleculePicture";
import "./molecules.css";
import { useProperties } from "./properties";
import { type PictureSize, useSketch } from "./sketch";

/** Everything the page knows of a molecule: picture, SMILES and values. */
export function MoleculeCard({ smiles, name, size }: { smiles: string; name: string; size: PictureSize }) {
  const { sketch, failure } = useSketch(smiles, size);
  return (
    <>
      <div className="picture-box" style={{ height: size.height }} data-testid="molecule-picture-box">
        {sketch?.picture ? (
          <MoleculePicture svg={sketch.picture} label={`${name}, 2D structure`} size={size} testId="molecule-picture" />
        ) : (
          <p className="picture-none">{failure ?? sketch?.undrawn ?? ""}</p>
        )}
      </div>
      <SmilesLine smiles={smiles} />
      <PropertyList smiles={smiles} />
    </>
  );
}

export function SmilesLine({ smiles }: { smiles: string }) {
  return (
    <section className="smiles-line" aria-label="Canonical SMILES">
      <code data-testid="property-smiles">{smiles}</code>
      <CopyButton text={smiles} label="Copy the canonical SMILES" done="SMILES copied" testId="smiles-copy" />
    </section>
  );
}

/** The values, in three groups. */
export function PropertyList({ smiles }: { smiles: string }) {
  const { properties, synthetic, failure, retry } = useProperties(smiles);
  if (failure) return <p className="field-problem">The properties could not be computed: {failure}</p>;
  return (
    <div
      className="properties"
      aria-busy={!properties}
      data-testid="property-list"
      data-ready={properties ? "" : undefined}
    >
      <Group title="Identity">
        <Row label="Formula" id="formula" about="Elements in Hill order.">
          {properties ? <Formula text={properties.formula} /> : "–"}
        </Row>
        <Facts facts={properties && identity(properties)} count={5} />
      </Group>
      <Group title="Estimates">
        <Facts facts={properties && estimates(properties)} count={6} />
        <Row label="Synthetic accessibility" id="synthetic" about={aboutSynthetic}>
          {synthetic.state === "known" && `${decimals(synthetic.score, 1)} of 10`}
          {synthetic.state === "loading" && (
            <span className="property-wait">
              <LoaderCircle aria-hidden />
              <span className="visually-hidden">Loading its table</span>
            </span>
          )}
          {synthetic.state === "failed" && (
            <span className="property-failed">
              not known: {synthetic.reason}{" "}
              <Button variant="link" onClick={retry} data-testid="synthetic-retry">
                Try again
              </Button>
            </span>
          )}
        </Row>
      </Group>
      <Group title="Alerts">
        <Alerts label="PAINS" id="pains" about={aboutPains} names={properties?.pains} />
        <Alerts label="Brenk" id="brenk" about={aboutBrenk} names={properties?.brenk} />
        {properties && properties.undecided.length > 0 && (
          <Row
            label="Undecided"
            id="undecided"
            about="Patterns whose search took too long: neither present nor absent."
          >
            {properties.undecided.map(alertName).join(", ")}
          </Row>
        )}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="property-group">
      <h4>{title}</h4>
      <dl className="facts">{children}</dl>
    </section>
  );
}

/** Rows with their values, or as many empty ones: the panel has its height at once. */
function Facts({ facts, count }: { facts: Fact[] | null; count: number }) {
  if (facts)
    return facts.map((fact) => (
      <Row key={fact.id} label={fact.label} id={fact.id} about={fact.about}>
        {fact.value}
      </Row>
    ));
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places of values to come
    <div key={index} aria-hidden>
      <dt>…</dt>
      <dd>–</dd>
    </div>
  ));
}

/** The label says on hover and focus what the value is. */
function Row({ label, id, about, children }: { label: string; id: string; about: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Tooltip label={about} side="left">
          <button type="button" className="term">
            {label}
          </button>
        </Tooltip>
      </dt>
      <dd data-testid={`property-${id}`}>{children}</dd>
    </div>
  );
}

function Alerts({
  label,
  id,
  about,
  names,
}: {
  label: string;
  id: string;
  about: string;
  names: readonly string[] | undefined;
}) {
  return (
    <Row label={label} id={id} about={about}>
      {names === undefined && "–"}
      {names?.length === 0 && <span className="alert-none">none</span>}
      {names && names.length > 0 && (
        <ul className="alerts">
          {names.map((name) => (
            <li key={name} title={name}>
              {alertName(name)}
            </li>
          ))}
        </ul>
      )}
    </Row>
  );
}
