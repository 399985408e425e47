import { Quantity } from "../forms/fields/NumberControl";
import { isElement } from "../ui/elements";
import { Table } from "../ui/Table";
import type { SiteEntry } from "./bulk";
import { ElementInput } from "./ElementInput";

/** As many as a crystal may be given by. */
const MOST_SITES = 200;

const CARBON = 6;

export interface SiteTableProps {
  sites: readonly SiteEntry[];
  onChange(sites: SiteEntry[]): void;
  /** Of each row. */
  problems: readonly (string | undefined)[];
}

/** Atoms of an asymmetric unit: an element and three fractional coordinates each. */
export function SiteTable({ sites, onChange, problems }: SiteTableProps) {
  const change = (index: number, part: Partial<SiteEntry>) =>
    onChange(sites.map((site, i) => (i === index ? { ...site, ...part } : site)));
  return (
    <fieldset className="structure-field site-table">
      <legend className="field-label">Sites</legend>
      <Table
        rowName="site"
        keys={sites.map(({ key }) => key)}
        columns={[
          { name: "Element", width: "grows" },
          { name: "x", width: "fits" },
          { name: "y", width: "fits" },
          { name: "z", width: "fits" },
        ]}
        path="bulk-sites"
        canAdd={sites.length < MOST_SITES}
        canRemove={sites.length > 1}
        onAdd={() =>
          onChange([
            ...sites,
            { key: String(1 + Math.max(0, ...sites.map(({ key }) => Number(key)))), element: CARBON, at: [0, 0, 0] },
          ])
        }
        onRemove={(index) => onChange(sites.filter((_, i) => i !== index))}
        row={(index) => {
          const site = sites[index];
          if (!site) return null;
          const wrong = problems[index];
          return (
            <>
              <div className="grows">
                <ElementInput
                  id={`bulk-site-${index}-element`}
                  label={`Element of site ${index + 1}`}
                  value={site.element}
                  onChange={(element) => change(index, { element })}
                  problem={isElement(site.element) ? undefined : wrong}
                  problemId={`bulk-site-${index}-problem`}
                  unlabelled
                />
              </div>
              {["x", "y", "z"].map((axis, k) => (
                <div key={axis} className="fits">
                  <Quantity
                    id={`bulk-site-${index}-${axis}`}
                    testId={`bulk-site-${index}-${axis}`}
                    value={site.at[k]}
                    onChange={(value) => change(index, { at: site.at.map((old, i) => (i === k ? value : old)) })}
                    invalid={wrong !== undefined && typeof site.at[k] !== "number"}
                    required
                    label={`${axis} of site ${index + 1}`}
                    describedBy={wrong ? `bulk-site-${index}-problem` : undefined}
                  />
                </div>
              ))}
            </>
          );
        }}
        notes={(index) =>
          problems[index] && (
            <p className="field-problem" id={`bulk-site-${index}-problem`} data-testid={`bulk-site-${index}-problem`}>
              {problems[index]}
            </p>
          )
        }
      />
    </fieldset>
  );
}
