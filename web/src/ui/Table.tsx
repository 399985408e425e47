import { Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button, IconButton } from "./Button";

export interface TableProps {
  /** What one row is called on buttons: "component". */
  rowName: string;
  /** Stable keys, one a row. */
  keys: readonly string[];
  /** Names above the columns and the classes of their width; none when rows are cards. */
  columns: readonly { name: string; width: string }[];
  row(index: number): ReactNode;
  /** Under the row's controls, over the whole width. */
  notes(index: number): ReactNode;
  onAdd(): void;
  onRemove(index: number): void;
  canAdd: boolean;
  canRemove: boolean;
  /** Path of the table in test ids. */
  path: string;
}

/**
 * Rows of controls that can be added and removed. The focus goes to the first
 * control of a new row, and after a removal to the row that took its place.
 */
export function Table(props: TableProps) {
  const { rowName, keys, columns, onAdd, onRemove, canAdd, canRemove, path } = props;
  const root = useRef<HTMLDivElement>(null);
  const focusRow = useRef<number | null>(null);

  useEffect(() => {
    if (focusRow.current === null) return;
    const at = Math.min(focusRow.current, keys.length - 1);
    focusRow.current = null;
    const rows = root.current?.querySelectorAll<HTMLElement>(":scope > .table-row");
    const first = rows?.[at]?.querySelector<HTMLElement>("input, select, button");
    (first ?? root.current?.querySelector<HTMLElement>(".table-add"))?.focus();
  }, [keys]);

  return (
    <div className="table" ref={root} data-cards={columns.length === 0 ? "" : undefined}>
      {columns.length > 1 && keys.length > 0 && (
        <div className="table-head" aria-hidden>
          {columns.map(({ name, width }) => (
            <span key={name} className={width}>
              {name}
            </span>
          ))}
        </div>
      )}
      {keys.map((key, index) => (
        <fieldset
          key={key}
          className="table-row"
          aria-label={`${rowName} ${index + 1}`}
          data-testid={`${path}-row-${index}`}
        >
          <div className="table-cells">
            {props.row(index)}
            <IconButton
              label={`Remove ${rowName} ${index + 1}`}
              icon={X}
              className="small"
              disabled={!canRemove}
              onClick={() => {
                focusRow.current = index;
                onRemove(index);
              }}
              data-testid={`${path}-remove-${index}`}
            />
          </div>
          {props.notes(index)}
        </fieldset>
      ))}
      <Button
        variant="link"
        className="table-add"
        icon={Plus}
        disabled={!canAdd}
        onClick={() => {
          focusRow.current = keys.length;
          onAdd();
        }}
        data-testid={`${path}-add`}
      >
        Add {rowName}
      </Button>
    </div>
  );
}
