/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari drops the roles of a table whose parts are laid out as blocks. */
import type { ReactNode } from 'react';

import { copy } from '../content/copy.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly header: string;
  /**
   * Numbers are aligned by their last digit; actions come last, without a visible header. Text from outside, such as an email, may
   * be long and without a space.
   */
  readonly kind?: 'text' | 'outside-text' | 'number' | 'actions';
  /** Null if the row has no value for the column. The first column always has one. */
  readonly cell: (row: Row) => ReactNode;
}

interface RowGroup<Row> {
  readonly key: string;
  /** The heading above the rows of the group. */
  readonly title?: ReactNode;
  readonly rows: readonly Row[];
  /** Shown below the rows of the group. */
  readonly footer?: ReactNode;
}

interface DataTableProps<Row> {
  /** The accessible name. */
  readonly label: string;
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[];
  readonly rows?: readonly Row[];
  /** The rows in groups, in place of `rows`. */
  readonly groups?: readonly RowGroup<Row>[];
  /** Shown instead of a table without rows. */
  readonly empty?: ReactNode;
  readonly keyOf: (row: Row) => string;
  /** For short columns: rows never become a list. On a phone the values, each with its header, share lines below the row's name. */
  readonly isNarrow?: boolean;
  /** For tables below each other: columns have equal widths, whatever they contain, so that they align. */
  readonly isFixed?: boolean;
}

/** A table that becomes a list where it would not fit, which leaves out what a row has no value for. */
export function DataTable<Row>({
  label,
  columns,
  rows = [],
  groups = [{ key: 'all', rows }],
  empty,
  keyOf,
  isNarrow = false,
  isFixed = false,
}: DataTableProps<Row>) {
  if (empty && groups.every((group) => group.rows.length === 0)) return empty;
  return (
    <div className={styles[isNarrow ? 'narrow' : 'list']}>
      <table role="table" aria-label={label} className={styles[isFixed ? 'fixed' : 'table']}>
        <thead role="rowgroup" className={styles['head']}>
          <tr role="row">
            {columns.map(({ header, kind = 'text' }) => (
              <th key={header} role="columnheader" scope="col" data-kind={kind}>
                <span>{header}</span>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.key} role="rowgroup">
            {group.title && (
              <tr role="row" className={styles['groupTitle']}>
                <th role="rowheader" scope="rowgroup" colSpan={columns.length}>
                  <h3>{group.title}</h3>
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <TableRow key={keyOf(row)} row={row} columns={columns} />
            ))}
            {group.footer && (
              <tr role="row" className={styles['footer']}>
                <td role="cell" colSpan={columns.length}>
                  {group.footer}
                </td>
              </tr>
            )}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function TableRow<Row>({ row, columns }: { readonly row: Row; readonly columns: readonly Column<Row>[] }) {
  return (
    <tr role="row" className={styles['row']}>
      {columns.map(({ header, kind = 'text', cell }, index) => {
        const value = cell(row);
        if (index === 0)
          return (
            <th key={header} role="rowheader" scope="row">
              {value}
            </th>
          );
        return (
          <td key={header} role="cell" data-kind={kind} data-empty={value === null ? true : undefined}>
            {/* The header of a listed value. Screen readers have the column's header. */}
            {kind !== 'actions' && (
              <span aria-hidden="true" className={styles['label']}>
                {header}
              </span>
            )}
            {kind === 'actions' ? value : <div>{value ?? copy.noValue}</div>}
          </td>
        );
      })}
    </tr>
  );
}
