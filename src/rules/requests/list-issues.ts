/** Not in the document: the maximum number of issues that are listed. Further ones are counted. */
export const maxIssues = 100;

/** Returns the details of an `invalid_schema` error, with up to `maxIssues` issues. */
export function listIssues<Issue>(issues: Issue[]): { message?: string; issues: Issue[] } {
  if (issues.length <= maxIssues) return { issues };
  return {
    message: `The request does not match the schema of this operation. The first ${maxIssues} of ${issues.length} faults are listed in "issues".`,
    issues: issues.slice(0, maxIssues),
  };
}
