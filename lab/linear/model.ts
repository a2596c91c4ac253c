/** A booking as the version rules see it (docs/partners/upsert-court-booking.md, cancel-court-booking.md). */
export interface State {
  /** Stored version. Undefined: nothing is stored. */
  at: number | undefined;
  /** Court and time. Undefined: at most a cancellation is stored, and no booking. */
  place: string | undefined;
  isCancelledByPartner: boolean;
  /** The reason of an operator that has cancelled it. */
  reason: string | undefined;
}

export const nothing: State = {
  at: undefined,
  place: undefined,
  isCancelledByPartner: false,
  reason: undefined,
};

export type Action =
  | { kind: 'upsert'; at: number; place: string }
  | { kind: 'cancel'; at: number }
  | { kind: 'cancel as operator'; reason: string }
  | { kind: 'reinstate' }
  | { kind: 'get' };

/** Returns the required response of an action in a state, and the state afterwards. */
export interface Step {
  outcome: string;
  next: State;
  /** True if the place must be free, so that `court_booking_overlap` is also possible. Then nothing changes. */
  takesPlace: boolean;
}

const isActive = ({ place, isCancelledByPartner, reason }: State) =>
  place !== undefined && !isCancelledByPartner && reason === undefined;

/** The outcome of a read: everything that a client can see of the state. */
export const shown = ({ at, place, isCancelledByPartner, reason }: State): string =>
  place === undefined
    ? '404'
    : [at, place, isCancelledByPartner && 'PARTNER', reason !== undefined && 'OPERATOR']
        .filter(Boolean)
        .join(' ');

/** The rules, one action at a time. */
export function step(state: State, action: Action): Step {
  const rejected = (outcome: string): Step => ({ outcome, next: state, takesPlace: false });
  const written = (outcome: string, next: State, takesPlace = false): Step => ({ outcome, next, takesPlace });
  switch (action.kind) {
    case 'get':
      return rejected(shown(state));
    case 'upsert': {
      const { at, place } = action;
      if (state.place !== undefined && state.reason !== undefined) return rejected('version_conflict');
      if (state.at !== undefined && at < state.at) return rejected('stale_write');
      if (at === state.at)
        return rejected(isActive(state) && state.place === place ? '200' : 'version_conflict');
      return written(state.place === undefined ? '201' : '200', { ...nothing, at, place }, true);
    }
    case 'cancel':
      if (state.at !== undefined && action.at < state.at) return rejected('stale_write');
      return written('200', { ...state, at: action.at, isCancelledByPartner: state.place !== undefined });
    case 'cancel as operator':
      if (state.place === undefined) return rejected('court_booking_not_found');
      if (state.reason === undefined) return written('200', { ...state, reason: action.reason });
      return rejected(state.reason === action.reason ? '200' : 'nothing_to_change');
    case 'reinstate':
      if (state.place === undefined) return rejected('court_booking_not_found');
      if (isActive(state)) return rejected('200');
      if (state.reason === undefined) return rejected('nothing_to_change');
      return written('200', { ...state, reason: undefined }, !state.isCancelledByPartner);
  }
}
