import { Type } from '@mikro-orm/core';
import { databaseFunctions } from '../functions/functions.ts';

/**
 * An instant with microseconds, as `YYYY-MM-DDTHH:MM:SS.ffffffZ`. A JavaScript `Date` has milliseconds only, so two
 * updates 1 µs apart would look the same.
 */
export class InstantType extends Type<string, string> {
  override getColumnType(): string {
    return 'timestamptz(6)';
  }

  override convertToJSValueSQL(column: string): string {
    return `${databaseFunctions().schema}.as_instant(${column})`;
  }

  override compareAsType(): string {
    return 'string';
  }

  override get runtimeType(): string {
    return 'string';
  }
}
