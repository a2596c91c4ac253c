/** Of what shape a part of a request is: the rules of the OpenAPI document, as data. */
export type Shape = (
  | { readonly type: 'boolean' }
  | { readonly type: 'true' }
  | { readonly type: 'uuid' | 'date' | 'date-time' }
  /** Any text whatever. */
  | { readonly type: 'string' }
  | {
      readonly type: 'text';
      readonly minimum: number;
      readonly maximum: number;
      /** Whether `.` and `..` are rejected. */
      readonly notDots?: true;
    }
  | { readonly type: 'email'; readonly pattern: string; readonly maximum: number }
  /** Opaque; which places it may name is known to the list that gives it out. */
  | { readonly type: 'cursor'; readonly maximum: number }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'array'; readonly of: Shape; readonly minimum?: number; readonly maximum?: number }
  | {
      readonly type: 'object';
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required: readonly string[];
      /** Whether further fields are let through. Default: each is a fault. */
      readonly open?: true;
    }
  | { readonly type: 'named'; readonly name: string }
) & { readonly default?: unknown; readonly nullable?: true };
