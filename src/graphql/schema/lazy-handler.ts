/**
 * A function of a module that is loaded when an operator first needs it: a process starts in two thirds of the time without
 * (0.5 s, not 0.7 s). To load all of GraphQL holds everything else up for a third of a second: so nobody but an operator
 * who is signed in may bring it about.
 */
export function lazyHandler<Given extends unknown[]>(
  load: () => Promise<(...given: Given) => Promise<Response>>,
) {
  let loading: ReturnType<typeof load> | undefined;
  return async (...given: Given): Promise<Response> => {
    loading ??= load();
    const answer = await loading;
    return answer(...given);
  };
}
