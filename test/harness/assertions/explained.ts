/** A plan as PostgreSQL's auto_explain writes it down, of what was really run. */
export interface ExplainedStatement {
  text: string;
  /** To run it; planning is not in it. */
  milliseconds: number;
  /** How many rows were taken from tables and indexes, those thrown away included. */
  rowsRead: number;
  plan: string;
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** For a server that writes down the plan of each statement, whoever sends it and however. */
export const explainingSettings = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'log_line_prefix=',
];

/** The statements that a piece of such a server's log tells of, but for one that is being written down just now. */
export function explainedIn(log: string): ExplainedStatement[] {
  // Each begins so, and what belongs to it is indented; the last may be half written.
  return log.split(/^(?=LOG: {2}duration: )/m).flatMap((entry) => {
    const [, milliseconds, json] =
      entry.match(/^LOG: {2}duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)*\t\}\n)/) ?? [];
    if (json === undefined) return [];
    const { 'Query Text': text, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    return [{ text, milliseconds: Number(milliseconds), rowsRead: rowsRead(plan), plan: outline(plan) }];
  });
}

const childrenOf = (node: PlanNode) => node.Plans ?? [];
const isRead = (node: PlanNode) => 'Relation Name' in node || 'Index Name' in node;

function rowsOf(node: PlanNode): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * node['Actual Loops']);
}

function rowsRead(node: PlanNode): number {
  return childrenOf(node).reduce((sum, child) => sum + rowsRead(child), isRead(node) ? rowsOf(node) : 0);
}

/** What a person looks at: the nodes that read, and how much. */
function outline(node: PlanNode, depth = 0): string {
  const name = [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
  const line = node['Actual Loops'] === 0 ? '' : `${'  '.repeat(depth)}${name}: ${rowsOf(node)} rows\n`;
  return (
    line +
    childrenOf(node)
      .map((child) => outline(child, depth + 1))
      .join('')
  );
}
