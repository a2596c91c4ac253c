/** The shape of a part of a request: the rules of the OpenAPI document, as data. */
export type Shape = (
  | { readonly type: 'boolean' }
  | { readonly type: 'true' }
  | { readonly type: 'uuid' | 'date' | 'date-time' }
  /** Any value. */
  | { readonly type: 'any' }
  | {
      readonly type: 'text';
      readonly minimum: number;
      readonly maximum: number;
      /** True if `.` and `..` are rejected. */
      readonly notDots?: true;
      /** True if the rules of names apply. */
      readonly isName?: true;
    }
  | { readonly type: 'email'; readonly pattern: string; readonly maximum: number }
  /** Opaque. Only the list that issues it can check its position. */
  | { readonly type: 'cursor'; readonly maximum: number }
  | { readonly type: 'integer'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'array'; readonly of: Shape; readonly minimum?: number; readonly maximum?: number }
  | {
      readonly type: 'object';
      readonly fields: Readonly<Record<string, Shape>>;
      readonly required: readonly string[];
      /** True if other fields are accepted. Default: they are rejected. */
      readonly open?: true;
    }
  | { readonly type: 'named'; readonly name: string }
) & { readonly default?: unknown; readonly nullable?: true };
