/**
 * A function from a module that is loaded when an operator first needs it. A process starts in two thirds of the time
 * without the module (0.5 s instead of 0.7 s). Loading all of GraphQL blocks the process for a third of a second. So
 * only a signed-in operator may trigger it.
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
