/**
 * Returns the strongly connected components of a graph (Tarjan's algorithm). Each comes after all components that it leads to. It does not
 * use recursion, because a chain of bookings may be longer than the stack.
 *
 * @param leadsTo for each node (by index), the indexes of the nodes that it leads to
 */
export function components(leadsTo: readonly (readonly number[])[]): number[][] {
  const found: number[][] = [];
  const order: number[] = [];
  const lowest: number[] = [];
  const isOpen: boolean[] = [];
  const open: number[] = [];
  let count = 0;
  const enter = (node: number) => {
    order[node] = lowest[node] = count++;
    isOpen[node] = true;
    open.push(node);
    return { node, next: 0 };
  };
  const leave = (node: number) => {
    if (lowest[node] !== order[node]) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen[member] = false;
    found.push(members);
  };
  for (let root = 0; root < leadsTo.length; root++) {
    if (order[root] !== undefined) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { node } = top;
      const target = leadsTo[node]![top.next++];
      if (target === undefined) {
        path.pop();
        leave(node);
        const from = path.at(-1)?.node;
        if (from !== undefined) lowest[from] = Math.min(lowest[from]!, lowest[node]!);
      } else if (order[target] === undefined) path.push(enter(target));
      else if (isOpen[target]) lowest[node] = Math.min(lowest[node]!, order[target]);
    }
  }
  return found;
}
