import { useRef } from "react";
import type { FormField } from "../../core/protocol";
import { useTools } from "../../state/tools";
import { Table } from "../../ui/Table";
import { FieldList } from "../FieldList";
import { Control, Label, Notes } from "../FieldView";
import { useForm } from "../formApi";
import { dashed, join } from "../pointer";
import { initialRow } from "../values";
import { fieldId, helpOf, isMarkedOptional, isShortText, labelOf, type WidgetProps } from "../widget";

/** An editable table: one row an item, columns from the item's schema. */
export function TableView({ field, pointer }: WidgetProps) {
  const form = useForm();
  const value = form.value(pointer);
  const rows: unknown[] = Array.isArray(value) ? value : [];
  const all = (field.fields ?? []).filter(({ control }) => control !== "document");
  const place = (index: number, column: FormField) => join(join(pointer, index), column.key);
  // Rows in line show the same columns, so only choices of the form may decide about them.
  const shown = all.filter((column) => form.shown(column, place(0, column)));
  const cards = decidesInRows(all) || needsCards(shown);
  const columns = cards ? [] : shown;
  const keys = useRowKeys(rows.length);
  const id = fieldId(pointer);

  const add = () => {
    keys.added();
    form.set(pointer, [...rows, initialRow(field, useTools.getState().presets)]);
  };
  const remove = (index: number) => {
    keys.removed(index);
    form.set(
      pointer,
      rows.filter((_, i) => i !== index),
    );
  };

  const cell = (index: number, column: FormField) => {
    const at = place(index, column);
    return (
      <div key={column.key} className={widthOf(column)}>
        <Control field={column} pointer={at} name={`${labelOf(column)}, row ${index + 1}`} />
      </div>
    );
  };

  const notes = (index: number) => (
    <>
      <Notes id={fieldId(join(pointer, index))} problem={form.problem(join(pointer, index))} />
      {columns.map((column) => {
        const at = place(index, column);
        return <Notes key={column.key} id={fieldId(at)} problem={form.problemIn(at)} />;
      })}
    </>
  );

  return (
    <fieldset
      className="form-field wide"
      id={id}
      tabIndex={-1}
      data-invalid={form.problem(pointer) === undefined ? undefined : ""}
    >
      <legend className="field-label">
        <Label field={field} />
        {isMarkedOptional(field) && <span className="field-optional"> (optional)</span>}
      </legend>
      <Table
        rowName={rowName(labelOf(field))}
        keys={keys.list}
        columns={columns.map((column) => ({ name: labelOf(column), width: widthOf(column) }))}
        row={(index) =>
          cards ? (
            <div className="form-grid">
              <FieldList fields={all} base={join(pointer, index)} />
            </div>
          ) : (
            columns.map((column) => cell(index, column))
          )
        }
        notes={notes}
        onAdd={add}
        onRemove={remove}
        canAdd={rows.length < (field.maxItems ?? MOST_ROWS)}
        canRemove={rows.length > (field.minItems ?? 0)}
        path={dashed(pointer)}
      />
      <Notes id={id} help={helpOf(field)} problem={form.problem(pointer)} />
    </fieldset>
  );
}

/** A form with more rows than this is not filled by hand. */
const MOST_ROWS = 1000;

/** Columns that take what room there is. */
const grows = (field: FormField) => field.control === "molecule" || (field.control === "text" && !isShortText(field));

const widthOf = (field: FormField) => (grows(field) ? "grows" : isShortText(field) ? "fits short" : "fits");

/** Rows of many or wide columns are cards with labels; the others stand in line. */
function needsCards(columns: readonly FormField[]): boolean {
  return (
    columns.length > 3 ||
    columns.some(({ control }) => control === "vector" || control === "cell" || control === "atom") ||
    columns.filter(grows).length > 1
  );
}

/** Whether a choice of a row decides what the row shows. */
const decidesInRows = (columns: readonly FormField[]) =>
  columns.some(({ when }) => when && columns.some(({ key }) => key === when.field));

/** "Components" and "further components" have rows called "component"; anything else has rows. */
function rowName(label: string): string {
  const singular = /(?:^|\s)(\p{L}+[^s])s$/u.exec(label)?.[1];
  return singular ? singular.toLowerCase() : "row";
}

/** Keys that stay with their rows while rows before them come and go. */
function useRowKeys(count: number) {
  const next = useRef(0);
  const list = useRef<string[]>([]);
  const fresh = () => `row-${next.current++}`;
  // Values set from outside (an earlier run) bring their own number of rows.
  if (list.current.length !== count) list.current = Array.from({ length: count }, (_, i) => list.current[i] ?? fresh());
  return {
    list: list.current,
    added() {
      list.current = [...list.current, fresh()];
    },
    removed(index: number) {
      list.current = list.current.filter((_, i) => i !== index);
    },
  };
}
