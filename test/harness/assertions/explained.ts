/** The plan of an executed statement, as logged by PostgreSQL's auto_explain. */
export interface ExplainedStatement {
  text: string;
  /** Execution time, without planning. */
  milliseconds: number;
  /** Number of rows read from tables and indexes, including discarded rows. */
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

/** Makes a server log the plan of every statement, regardless of the client. */
export const explainingSettings = [
  'session_preload_libraries=auto_explain',
  'auto_explain.log_min_duration=0',
  'auto_explain.log_analyze=on',
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'log_line_prefix=',
];

/** Parses the statements in a part of such a server's log. Ignores a last entry that is incomplete. */
export function explainedIn(log: string): ExplainedStatement[] {
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

/** A readable summary of the nodes that read, with their row counts. */
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
